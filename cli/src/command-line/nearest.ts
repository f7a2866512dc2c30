/** What somebody probably meant who mistyped an option or a command. */

/** Mistakes that a slip of the fingers makes: more of them, and any guess would be one. */
const MOST_SLIPS = 2;

/** ` Did you mean X?` with the known word that is nearest; empty where none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = known
    .map((candidate) => ({ candidate, slips: isBeginning(word, candidate) ? 0 : slipsBetween(word, candidate) }))
    .filter(({ candidate, slips }) => slips <= Math.min(MOST_SLIPS, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.slips - b.slips);
  return near[0] === undefined ? '' : ` Did you mean ${near[0].candidate}?`;
}

/** `--fil` for `--file`, and `--files` too. */
function isBeginning(word: string, candidate: string): boolean {
  const letters = word.replace(/^-+/, '').length;
  return letters > 0 && (candidate.startsWith(word) || word.startsWith(candidate));
}

/** Levenshtein's distance: letters put in, left out or mistaken. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
