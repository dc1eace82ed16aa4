// Says and sounds what happened: for the ears, what the table is for the eyes.
import type { GameUi, Person, Scene } from "$/games/contract";
import { sentence, task } from "$/games/telling";
import type { StoryLine } from "$/net/messages";
import { announcer } from "$/ui/announcer.svelte";
import { t } from "$/words/words.svelte";
import { sounds } from "$/ui/sounds";

const GATHER = 350; // milliseconds: a screen reader that is interrupted by the next sentence tells nothing
const MOST = 14; // sentences: of a long story one wants to hear the end

export class Narrator {
  private sentences: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly now: () => Scene | null,
    /** While something still moves, more is to be told: all of it is said when the table rests. */
    private readonly moving: () => boolean = () => false,
  ) {}

  tell(story: StoryLine[], people: Person[], ui: GameUi | null): void {
    const scene = this.now();
    const events = story.flatMap((line) => line.events);
    if (!scene || !ui) return;
    sounds.play(events.map((event) => ui.sound(event)));
    this.sentences.push(...events.map((event) => sentence(scene.game, event, people)));
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.speak(), GATHER);
  }

  private speak(): void {
    if (this.moving()) return this.wait();
    const scene = this.now();
    const told = this.sentences.splice(0).slice(-MOST);
    if (scene?.menu && scene.choice === null) told.push(t("table.your_turn_spoken"), task(scene));
    announcer.say(told.filter(Boolean).join(" "));
  }
}
