// Against whom: bots of a level, people, or several kinds of them.
import { levelName } from "$/ui/people";
import { t } from "$/words/words.svelte";
import { MIXED, PEOPLE } from "./sums";

export function levelText(level: string): string {
  return level === PEOPLE || level === MIXED ? t(`past.level_${level}`) : levelName(level);
}
