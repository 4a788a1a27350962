"""Exact sums over games: mergeable in any order to the same bits, and no larger for a million games than for one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

AT_ONCE = 256  # products of one game that are worked out at the same time
SAFE = 1 << 62


@dataclass
class Summary:
    """Over `games` games the sum of each feature and of some products of two."""

    games: int
    sums: list[int]
    products: list[int]

    @classmethod
    def of(cls, values: Whole, pairs: Whole) -> Summary:
        """The sums of `values`, a row a game, and of the products of the two features in each row of `pairs`."""
        import numpy as np

        features = np.ascontiguousarray(values.T)
        largest = np.abs(features).max(axis=1, initial=0).astype(object)
        sums = _exact(values, largest * len(values))
        products: list[int] = []
        for start in range(0, len(pairs), AT_ONCE):
            one, other = pairs[start : start + AT_ONCE].T
            bounds = largest[one] * largest[other] * len(values)
            factors = (features[one], features[other])
            if features.dtype == object or bounds.max(initial=0) >= SAFE:
                products += [int(total) for total in (factors[0].astype(object) * factors[1]).sum(axis=1)]
            else:
                products += np.einsum("ij,ij->i", *factors).tolist()
        return cls(len(values), sums, products)

    def add(self, other: Summary) -> None:
        self.games += other.games
        self.sums = _added(self.sums, other.sums)
        self.products = _added(self.products, other.products)

    def data(self) -> dict[str, Any]:
        return {"games": self.games, "sums": self.sums, "products": self.products}


def _exact(values: Whole, bounds: Any) -> list[int]:
    if bounds.max(initial=0) >= SAFE:
        return [int(total) for total in values.astype(object).sum(axis=0)]
    found: list[int] = values.sum(axis=0).tolist()
    return found


def _added(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]
