"""Players compared: the same deals with the players at other seats, and how sure it is who is stronger."""
