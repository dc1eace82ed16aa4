"""One game at the terminal: shows the table to each person in turn, reads what they type, lets the opponents play."""

from collections.abc import Sequence

from pasar.bots.own import BotFault
from pasar.bots.roster import NamedBot
from pasar.cli import screen
from pasar.cli.opponents import Opponents, advice
from pasar.cli.prompt import Ask
from pasar.cli.tables import drawing
from pasar.cli.telling import Teller, player_names, score_sheet, verdict
from pasar.cli.typed import meant
from pasar.errors import PasarError, UnreadableMove
from pasar.match.match import Match

COMMANDS = ("?", "hint", "undo", "save", "help", "quit")
LISTED = 9  # open moves that are listed beside the table
LISTED_OF_MANY = 5  # of more than that, so many; the others are only counted
LISTED_WHEN_ASKED = 60
ADVISED = 5  # moves of which a hint tells what to expect


class LeaveGame(Exception):
    """The person wants to go."""


class Session:
    """`bots` play the seats they stand for; everybody else is a person."""

    def __init__(self, match: Match, bots: dict[int, NamedBot], seed: int, language: str, ask: Ask) -> None:
        self.match = match
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self._opponents = Opponents(bots, seed, self._tell_fault)
        self._ask = ask
        self._language = language
        self._console = screen.console()
        self._drawing = drawing(match.game)
        self.teller = Teller(match.game, language, player_names(match, language))
        self._heard = dict.fromkeys(self.people, 0)  # parts of the story that each person has been told
        self._facing: int | None = None  # the person who sits before the screen

    def play(self) -> None:
        """To the end of the game; raises Leave if a person goes before."""
        while not self.match.over:
            acting = self.match.to_act
            person = next((seat for seat in acting if seat in self.people), None)
            if person is None:
                self._opponents.play(self.match, acting[0])
            else:
                self._decide(person)
        self._tell_news(self.people[0] if len(self.people) == 1 else None)
        self._console.print(score_sheet(self.match, self.teller, self._console))
        self.print(verdict(self.match, self.teller), "bold")

    def print(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style or None, markup=False, highlight=False)

    # --- One decision -------------------------------------------------------------------------------------------------

    def _decide(self, seat: int) -> None:
        """Show the table to a person and read until a move is made or taken back."""
        self._face(seat)
        self._tell_news(seat)
        self._show(seat)
        made = len(self.match.moves)
        while len(self.match.moves) == made and seat in self.match.to_act:
            self._answer(seat, self._read(self.teller.say("ask", player=self.teller.names[seat]), seat))

    def _read(self, question: str, seat: int | None = None) -> str:
        answers = [] if seat is None else [*self.match.open(seat), *COMMANDS]
        try:
            return self._ask(question, answers).strip()
        except EOFError:
            self.print("")
            raise LeaveGame from None

    def _answer(self, seat: int, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            self._explain(seat, typed[1:].strip())
        elif word == "hint":
            self._advise(seat)
        elif word == "undo":
            self._undo(seat)
        elif word == "save":
            self._save(rest.strip())
        elif word == "help":
            self.print(self.teller.say("help").strip())
        elif word == "quit":
            raise LeaveGame
        elif typed:
            self._move(seat, typed)

    def _move(self, seat: int, typed: str) -> None:
        found = meant(typed, self.match.open(seat))
        if len(found) == 1:
            self.match.play(found[0], seat)
        elif found:
            self.print(self.teller.say("ambiguous", text=typed, moves=_some(found)), "yellow")
        else:
            self.print(self._why_not(seat, typed), "yellow")

    # --- Questions ----------------------------------------------------------------------------------------------------

    def _explain(self, seat: int, typed: str) -> None:
        if not typed:
            self._list_moves(seat, LISTED_WHEN_ASKED)
            return
        found = meant(typed, self.match.open(seat))
        if found:
            self.print(self.teller.say("open_now", text=_some(found)))
        else:
            self.print(self._why_not(seat, typed))

    def _advise(self, seat: int) -> None:
        """What the strongest bot would do and how often it expects to win after each of the best moves."""
        decision = advice(self.match, seat)
        for expected in decision.expected[:ADVISED]:
            mark = ">" if expected.move == decision.move else " "
            share = self.teller.say("expected", share=round(100 * expected.share), count=expected.visits)
            self.print(f"{mark} {expected.move:<14} {share}")

    def _tell_fault(self, seat: int, fault: BotFault) -> None:
        self.print(self.teller.say("bot_fault", player=self.teller.names[seat], why=str(fault)), "yellow")

    def _why_not(self, seat: int, typed: str) -> str:
        """Why a move that is not open is not, in the person's language."""
        for text in dict.fromkeys((typed, typed.lower(), typed.upper())):
            try:
                refusal = self.match.why(text, seat)
            except UnreadableMove:
                continue
            if refusal is not None:
                return self.teller.words.say("reasons", refusal.code, **refusal.values)
        return self.teller.say("unreadable", text="".join(sign for sign in typed if sign.isprintable())[:40])

    # --- Going back, writing down -------------------------------------------------------------------------------------

    def _undo(self, seat: int) -> None:
        """Back to this person's last decision."""
        own = [number for number, (mover, _) in enumerate(self.match.moves) if mover == seat]
        if not own:
            self.print(self.teller.say("nothing_to_undo"), "yellow")
            return
        while len(self.match.moves) > own[-1]:
            self.match.undo()
        told = len(self.match.moves) + 1
        self._heard = {person: min(heard, told) for person, heard in self._heard.items()}
        self.print(self.teller.say("undone"))

    def _save(self, file: str) -> None:
        if not file:
            self.print(self.teller.say("save_where"), "yellow")
            return
        self.save(file)

    def save(self, file: str) -> None:
        try:
            self.match.save(file)
        except PasarError as fault:
            self.print(self.teller.say("not_saved", why=str(fault)), "yellow")
        else:
            self.print(self.teller.say("saved", file=file))

    # --- Showing ------------------------------------------------------------------------------------------------------

    def _face(self, seat: int) -> None:
        """Where several people share a screen, the one before must not see what the next one sees."""
        if len(self.people) > 1 and self._facing != seat:
            self._console.clear()
            self._read(self.teller.say("pass_on", player=self.teller.names[seat]))
        self._facing = seat

    def _tell_news(self, seat: int | None) -> None:
        """What happened since this person was last told, as they saw it: a paragraph for each turn."""
        first = self._heard.get(seat, 0) if seat is not None else min(self._heard.values())
        story = [told for part in range(first, len(self.match.moves) + 1) for told in self.match.story(seat, part)]
        for paragraph in self.teller.paragraphs(story):
            self._console.print(self.teller.coloured(" ".join(self.teller.sentence(told) for told in paragraph)))
        if seat is not None:
            self._heard[seat] = len(self.match.moves) + 1

    def _show(self, seat: int) -> None:
        view = self.match.view(seat)
        self._console.print()
        self._console.print(self._drawing.board(view, self.teller.names, self._language, self._console))
        self.print(self.teller.words.say("phases", view["phase"]), "bold")
        self._list_moves(seat, LISTED)

    def _list_moves(self, seat: int, most: int) -> None:
        from rich.table import Table
        from rich.text import Text

        view = self.match.view(seat)
        moves = view["open"]
        most = LISTED_OF_MANY if most == LISTED < len(moves) else most
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="dim")
        for number, text in enumerate(moves[:most], 1):
            grid.add_row(str(number), Text(text, "bold"), Text(self._drawing.hint(view, text, self._language), "dim"))
        self._console.print(grid)
        if len(moves) > most:
            self.print("   " + self.teller.say("more", count=len(moves) - most), "dim")


def _some(moves: Sequence[str]) -> str:
    return ", ".join(moves[:LISTED]) + (" ..." if len(moves) > LISTED else "")
