"""Bali a second time: as slow and as plain as the rulebook, written from it and from the rulings alone.

`play` is a generator. It yields every decision as `{seat: open moves}`, those with one answer and with none included,
and is sent the answers as `{seat: move}` (nothing where there is no open move). It knows nothing of the project.
"""

from collections import Counter
from collections.abc import Generator
from typing import Any

GOODS = ["rice", "peanut", "banana", "pepper"]
Decision = dict[int, list[str]]
Asking = Generator[Decision, dict[int, str], Any]


class Referee:
    def __init__(self, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        self.seats = range(rules["players"])
        self.has_demon = rules["demon"]
        self.hands = [list(hand) for hand in setup["hands"]]
        self.offer = [list(row) for row in setup["offer"]]
        self.pile = list(setup["deck"])
        self.altar = list(setup["altar"])  # from the bottom to the top
        self.front = [Counter({"mason": 1}) for _ in self.seats]
        self.goods = [Counter(GOODS) for _ in self.seats]
        self.stone = [2 + seat for seat in self.seats]
        self.tokens = [0 for _ in self.seats]
        gone = len(self.seats) + (1 if rules["oracle"] else 0)
        self.supply = Counter(dict.fromkeys(GOODS, 25 - gone))
        self.demon = 0
        self.over = False

    def play(self) -> Asking:
        seat = 0
        while not self.over:
            yield from self.turn(seat)
            seat = self.clockwise(seat)[1]

    def clockwise(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [*self.seats[seat:], *self.seats[:seat]]

    def turn(self, seat: int) -> Asking:
        yield from self.buy(seat)
        yield from self.play_cards(seat)
        row = yield from self.take(seat)
        if not self.over:
            yield from self.score(seat, self.offer[row][-1])

    # 1. Take a sacrifice card

    def price(self, seat: int, good: str) -> int:
        return max(0, 5 - self.front[seat][good])

    def buy(self, seat: int) -> Asking:
        able = [good for good in self.left_in_supply() if self.price(seat, good) <= self.stone[seat]]
        answers = yield {seat: ["pass"] + [f"buy {good}" for good in able]}
        if answers[seat] != "pass":
            good = answers[seat].split()[1]
            self.stone[seat] -= self.price(seat, good)
            self.receive(seat, good)

    def left_in_supply(self) -> list[str]:
        return [good for good in GOODS if self.supply[good] > 0]

    def receive(self, seat: int, good: str) -> None:
        self.supply[good] -= 1
        self.goods[seat][good] += 1

    # 2a. Play cards

    def play_cards(self, seat: int) -> Asking:
        hand = self.hands[seat]
        answers = yield {seat: self.plays(hand, self.stone[seat]) or ["box shrine"]}
        verb, what = answers[seat].split()
        card, _, count = what.partition("*")
        for _ in range(int(count or 1)):
            hand.remove(card)
        if verb == "box":
            return
        self.front[seat][card] += int(count or 1)
        if card == "shrine":
            self.stone[seat] -= 7
            yield from self.sacrifice(seat)
        elif card == "priest" and self.has_demon:
            self.demon = (self.demon + 1) % 4
        elif card in GOODS:
            self.stone[seat] -= int(count or 1) - 1

    def plays(self, hand: list[str], stone: int) -> list[str]:
        found = [f"play {card}" for card in ("mason", "priest") if card in hand]
        if "shrine" in hand and stone >= 7:
            found.append("play shrine")
        for good in GOODS:
            able = [count for count in (1, 2, 3) if hand.count(good) >= count and stone >= count - 1]
            found += [f"play {good}" + (f"*{count}" if count > 1 else "") for count in able]
        return found

    # 2b. Sacrifice phase

    def sacrifice(self, builder: int) -> Asking:
        order = self.clockwise(builder)
        for seat in [*order[1:], builder]:
            own = [good for good in GOODS if self.goods[seat][good]]
            answers = yield {seat: [f"give {good}" for good in own]}
            if own:
                good = answers[seat].split()[1]
                self.goods[seat][good] -= 1
                self.altar.append(good)
        answers = yield {builder: [f"add {good}" for good in self.left_in_supply()]}
        if builder in answers:
            good = answers[builder].split()[1]
            self.supply[good] -= 1
            self.altar.append(good)

    # 3. Take cards

    def take(self, seat: int) -> Asking:
        row = -1
        while len(self.hands[seat]) < 3 and not self.over:
            free = [row for row in range(4) if not (self.has_demon and row == self.demon)]
            answers = yield {seat: [f"take {row + 1}" for row in free]}
            row = int(answers[seat].split()[1]) - 1
            self.hands[seat].append(self.offer[row].pop())
            if not self.offer[row]:
                yield from self.refill(seat, row)
        return row

    def refill(self, seat: int, row: int) -> Asking:
        oracle = False
        while not self.offer[row]:
            drawn, self.pile = self.pile[:4], self.pile[4:]
            if not self.pile:
                self.over = True
                return
            oracle = oracle or "oracle" in drawn
            self.offer[row] = [card for card in drawn if card != "oracle"]
        if oracle and self.altar:
            yield from self.ask_oracle(seat)

    def ask_oracle(self, seat: int) -> Asking:
        answers = yield {seat: ["look", "skip"]}
        if answers[seat] == "look":
            seen = min(4, len(self.altar))
            answers = yield {seat: [f"keep {place}" for place in range(1, seen + 1)]}
            place = int(answers[seat].split()[1])
            self.goods[seat][self.altar.pop(-place)] += 1

    # 4. Scoring

    def score(self, active: int, card: str) -> Asking:
        counts = [self.front[seat][card] for seat in self.seats]
        most = max(counts)
        alone = counts.index(most) if counts.count(most) == 1 and most >= 2 else None
        rewards = [count + (seat == alone) for seat, count in enumerate(counts)]
        if card == "mason":
            self.stone = [have + more for have, more in zip(self.stone, rewards, strict=True)]
        elif card == "priest":
            self.tokens = [have + more for have, more in zip(self.tokens, rewards, strict=True)]
        elif card == "shrine":
            yield from self.score_shrines(active, rewards)
        else:
            receivers = [seat for seat in self.clockwise(active) if counts[seat]]
            for seat in receivers + ([] if alone is None else [alone]):
                yield from self.reward_farmer(seat, card)

    def score_shrines(self, active: int, rewards: list[int]) -> Asking:
        for seat in self.clockwise(active):
            if rewards[seat]:
                answers = yield {seat: ["points", "stone"]}
                purse = self.tokens if answers[seat] == "points" else self.stone
                purse[seat] += rewards[seat]

    def reward_farmer(self, seat: int, good: str) -> Asking:
        if self.supply[good]:
            self.receive(seat, good)
            return
        answers = yield {seat: [f"pick {other}" for other in self.left_in_supply()]}
        if seat in answers:
            self.receive(seat, answers[seat].split()[1])

    # The end

    def values(self) -> dict[str, int]:
        laid = Counter(self.altar)
        different = sorted({laid[good] for good in GOODS if laid[good]}, reverse=True)
        return {good: 3 - different.index(laid[good]) if laid[good] else 0 for good in GOODS}

    def sheet(self) -> list[dict[str, int]]:
        """Per seat where its points come from."""
        worth = self.values()
        return [
            {
                "points": self.tokens[seat],
                "shrines": 4 * self.front[seat]["shrine"],
                "stone": self.stone[seat] // 5,
                **{good: self.goods[seat][good] * worth[good] for good in GOODS},
            }
            for seat in self.seats
        ]

    def points(self) -> list[int]:
        return [sum(parts.values()) for parts in self.sheet()]

    def winners(self) -> list[int]:
        points = self.points()
        standing = [(points[seat], self.front[seat]["shrine"], self.stone[seat]) for seat in self.seats]
        return [seat for seat in self.seats if standing[seat] == max(standing)]

    def seen(self, seat: int) -> dict[str, Any]:
        """A part of what the seat sees, as its view has it."""
        return {
            "own": {"hand": dict(Counter(self.hands[seat])), "goods": {good: self.goods[seat][good] for good in GOODS}},
            "offer": self.offer,
            "pile": len(self.pile),
            "supply": {good: self.supply[good] for good in GOODS},
            "demon": self.demon + 1 if self.has_demon else None,
            "seats": [
                {
                    "stone": self.stone[other],
                    "points": self.tokens[other],
                    "front": dict(self.front[other]),
                    "hand": len(self.hands[other]),
                    "goods": self.goods[other].total(),
                }
                for other in self.seats
            ],
        }
