"""Basari a second time: as slow and as plain as the rulebook, written from it and from the rulings alone.

`play` is a generator, like that of Bali's referee: it yields every decision as `{seat: open moves}` and is sent the
answers as `{seat: move}`. It knows nothing of the project.
"""

from collections.abc import Generator
from functools import cache
from itertools import product
from typing import Any

COLOURS = "rygb"
PRIZES = {"r": 14, "y": 12, "g": 10, "b": 8}
Gems = dict[str, int]
Decision = dict[int, list[str]]
Asking = Generator[Decision, dict[int, str], Any]
SOURCES = ["action_b", "red", "yellow", "green", "blue", "workers"]


class Referee:
    def __init__(self, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        self.seats = range(rules["players"])
        self.cards = setup["cards"]
        self.decks = setup["decks"]
        self.pile: list[int] = []
        self.gems = [dict.fromkeys(COLOURS, 3) for _ in self.seats]
        self.stock = dict.fromkeys(COLOURS, 22 - 3 * len(self.seats))
        self.earned = [dict.fromkeys(SOURCES, 0) for _ in self.seats]
        self.workers = [0 for _ in self.seats]
        self.current: list[Any] = []
        self.letters = "ABCD" if len(self.seats) == 5 else "ABC"
        self.over = False

    def play(self) -> Asking:
        for deck in self.decks:
            yield from self.stage(list(deck))
        self.over = True

    def stage(self, pile: list[int]) -> Asking:
        self.pile = pile
        self.workers = [0 for _ in self.seats]
        while max(self.workers) < 15 and len(self.pile) >= len(self.seats):
            yield from self.round()
        self.score()

    # I., II.: a card and a secret choice each

    def round(self) -> Asking:
        self.current = [self.draw(seat) for seat in self.seats]
        choices = yield {seat: list(self.letters) for seat in self.seats}
        for letter in "ABC":
            yield from self.carry_out(letter, [seat for seat in self.seats if choices[seat] == letter])
        yield from self.trade([seat for seat in self.seats if choices[seat] == "D"])

    def draw(self, seat: int) -> Any:
        card = self.cards[self.pile.pop(0)]
        self.workers[seat] += card["workers"]
        return card

    # III.: the actions

    def carry_out(self, letter: str, choosers: list[int]) -> Asking:
        if len(choosers) == 2:
            self.act(letter, (yield from self.haggle(self.in_order(choosers))))
        elif len(choosers) == 1:
            self.act(letter, choosers[0])

    def act(self, letter: str, seat: int) -> None:
        card = self.current[seat]
        if letter == "A" and self.pile:
            self.draw(seat)
        elif letter == "B":
            self.earned[seat]["action_b"] += card["points"]
        elif letter == "C":
            for colour in COLOURS:
                self.move_gems(
                    self.stock, self.gems[seat], colour, min(card["gems"].get(colour, 0), self.stock[colour])
                )

    def move_gems(self, giver: Gems, taker: Gems, colour: str, count: int) -> None:
        giver[colour] -= count
        taker[colour] += count

    def in_order(self, seats: list[int]) -> list[int]:
        """Who bids first (S7)."""
        points = self.points()
        return sorted(
            seats, key=lambda seat: ([-self.gems[seat][c] for c in COLOURS], -points[seat], -self.workers[seat], seat)
        )

    # Negotiating

    def haggle(self, pair: list[int]) -> Asking:
        """Returns who acts."""
        bidder, other = pair
        if not any(self.gems[bidder].values()):
            return other
        answers = yield {bidder: self.bids_above(bidder, [0, 0, 0, 0])}
        while True:
            bid = read_bid(answers[bidder])
            answers = yield {other: ["accept", *self.bids_above(other, bid)]}
            if answers[other] == "accept":
                for colour, count in zip(COLOURS, bid, strict=True):
                    self.move_gems(self.gems[bidder], self.gems[other], colour, count)
                return bidder
            bidder, other = other, bidder

    def bids_above(self, seat: int, bid: list[int]) -> list[str]:
        able = product(*(range(self.gems[seat][colour] + 1) for colour in COLOURS))
        return [bid_text(better) for better in able if [sum(better), *better] > [sum(bid), *bid]]

    # Action D

    def trade(self, choosers: list[int]) -> Asking:
        if len(choosers) > 1:
            for seat in self.in_order(choosers):
                yield from self.gain(seat)
        elif choosers:
            (seat,) = choosers
            answers = yield {seat: [f"return {colour}" for colour in COLOURS if self.gems[seat][colour]]}
            if seat in answers:
                self.move_gems(self.gems[seat], self.stock, answers[seat][-1], 1)
                yield from self.gain(seat)
            yield from self.gain(seat)

    def gain(self, seat: int) -> Asking:
        answers = yield {seat: [f"gain {colour}" for colour in COLOURS if self.stock[colour]]}
        if seat in answers:
            self.move_gems(self.stock, self.gems[seat], answers[seat][-1], 1)

    # The end of a stage

    def score(self) -> None:
        for source, (colour, prize) in zip(SOURCES[1:5], PRIZES.items(), strict=True):
            most = max(own[colour] for own in self.gems)
            leaders = [seat for seat in self.seats if self.gems[seat][colour] == most] if most else []
            for seat in leaders:
                self.earned[seat][source] += prize // len(leaders)
                back = (most + 1) // 2 if len(leaders) == 1 else min(2, most)
                self.move_gems(self.gems[seat], self.stock, colour, back)
        for seat in self.seats:
            if self.workers[seat] >= 15:
                self.earned[seat]["workers"] += 12

    def sheet(self) -> list[dict[str, int]]:
        return self.earned

    def points(self) -> list[int]:
        return [sum(parts.values()) for parts in self.earned]

    def seen(self, seat: int) -> dict[str, Any]:
        """A part of what the seat sees, as its view has it."""
        return {
            "stock": self.stock,
            "pile": len(self.pile),
            "seats": [
                {"points": points, "gems": gems, "workers": workers, "card": card}
                for points, gems, workers, card in zip(
                    self.points(), self.gems, self.workers, self.current, strict=True
                )
            ],
        }

    def winners(self) -> list[int]:
        points = self.points()
        return [seat for seat in self.seats if points[seat] == max(points)]


@cache
def bid_text(bid: tuple[int, ...]) -> str:
    return "bid " + "".join(f"{colour}{count}" for colour, count in zip(COLOURS, bid, strict=True) if count)


def read_bid(text: str) -> list[int]:
    bid = dict.fromkeys(COLOURS, 0)
    colour = ""
    for sign in text.removeprefix("bid "):
        if sign in COLOURS:
            colour = sign
        else:
            bid[colour] = 10 * bid[colour] + int(sign)
    return list(bid.values())
