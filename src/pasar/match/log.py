"""A list that only grows, shared by all who go on from it: what a copy costs does not depend on how long it is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Log(Sequence[T], Generic[T]):
    """The first `size` items of a list. Who adds to it while others know more of it gets a list of their own."""

    __slots__ = ("_items", "_size")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._size = len(self._items)

    def fork(self) -> "Log[T]":
        """The same items; what either adds, the other does not see."""
        other: Log[T] = Log.__new__(Log)
        other._items, other._size = self._items, self._size
        return other

    def append(self, item: T) -> None:
        if len(self._items) > self._size:
            self._items = self._items[: self._size]
        self._items.append(item)
        self._size += 1

    def cut(self, size: int) -> None:
        """Forget all but the first items."""
        self._size = min(self._size, size)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return self._items[: self._size][place]
        if 0 <= place < self._size:
            return self._items[place]
        if -self._size <= place < 0:
            return self._items[self._size + place]
        raise IndexError(f"there is no item {place} of {self._size}")

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._size])
