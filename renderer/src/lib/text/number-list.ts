/** Lists of numbers as people type them: separated by blanks, lines, commas or semicolons, and never shifted in silence. */

export type NumberList =
  | { readonly ok: true; readonly parts: readonly string[] }
  /** Two separators with nothing between, or one at either end: what follows would move. Counted from 1. */
  | { readonly ok: false; readonly reason: 'empty'; readonly at: number }
  /** `8,192` or `1,5`: one number to some people, two to others. */
  | { readonly ok: false; readonly reason: 'grouped' | 'decimal-comma'; readonly at: number; readonly text: string };

const SEPARATOR = /\s*[,;]\s*|\s+/;
/** Up to three digits, then groups of three behind commas without a blank, or behind blanks that do not break. */
const GROUPED = /(?<![\d.])[1-9]\d{0,2}(?:[,\u00a0\u202f]\d{3})+(?!\d)/;
/** Two numbers that a comma joins, and nothing else up to the next blank. */
const DECIMAL_COMMA = /(?<![^\s;])[-+−]?\d+,\d+(?=,?(?:[\s;]|$))/;

/** @param hasDecimals whether `1,5` could be meant as 1.5 */
export function numberList(typed: string, hasDecimals: boolean): NumberList {
  const text = typed.trim();
  if (/^[\s,;]*$/.test(text)) return { ok: true, parts: [] };
  const parts = text.split(SEPARATOR);
  const empty = parts.indexOf('');
  if (empty >= 0) return { ok: false, reason: 'empty', at: empty + 1 };
  return (
    doubtful(text, GROUPED, 'grouped') ??
    (hasDecimals ? doubtful(text, DECIMAL_COMMA, 'decimal-comma') : null) ?? { ok: true, parts }
  );
}

function doubtful(text: string, form: RegExp, reason: 'grouped' | 'decimal-comma'): NumberList | null {
  const found = form.exec(text);
  if (found === null) return null;
  // The start of the found one stands for it, behind all before.
  return { ok: false, reason, at: `${text.slice(0, found.index)}0`.split(SEPARATOR).length, text: found[0] };
}
