/** What a person types to find something: the beginning of a name, or of an id. */
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { LEAST_SOUGHT } from '@touchstone/core/api/console/find.ts';

/** How many of one kind are answered. */
export const MOST_OF_A_KIND = 5;

/**
 * An id is looked for from so many characters on. Behind their prefixes ids are random, so that many characters name few of them,
 * whatever they belong to; fewer would name all ids of a kind.
 */
const LEAST_OF_AN_ID = 8;

export interface Sought {
  /** As it was typed, without spaces around it: for names in which the case counts. */
  readonly text: string;
  /** The spellings in which a name may begin so, each with A–Z in lower case, as names are compared. */
  readonly spellings: readonly string[];
  /** The beginning of an id; null where the text is too short for one. */
  readonly id: string | null;
  /** A block by its chain and height, as in `ethereum 12`. */
  readonly block: { readonly chain: ChainName; readonly height: number } | null;
}

/** null where nothing is left to look for. */
export function soughtIn(typed: string): Sought | null {
  const text = typed.trim();
  if (text.length < LEAST_SOUGHT) return null;
  return { text, spellings: spellingsOf(text), id: idIn(text), block: blockIn(text) };
}

/**
 * The database knows no letters but A–Z when it lowers a text, so for others the usual spellings of a name are looked for: as
 * typed, all small, all capital, and with the first letter alone a capital.
 */
function spellingsOf(text: string): readonly string[] {
  const [first = ''] = text;
  const rest = text.slice(first.length);
  const spellings = [text, text.toLowerCase(), text.toUpperCase(), first.toUpperCase() + rest.toLowerCase()];
  return [...new Set(spellings.map(lowered))];
}

/** With A–Z in lower case and nothing else changed: the `lower` of the database. */
export function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function idIn(text: string): string | null {
  if (text.length < LEAST_OF_AN_ID || /\s/.test(text)) return null;
  // A managed key is named by `hk_` too (decisions, section 6).
  const id = text.replace(/^hk_/, 'key_');
  // Digits of hexadecimal may come in capitals from elsewhere.
  return /^[0-9A-F-]+$/.test(id) ? id.toLowerCase() : id;
}

function blockIn(text: string): Sought['block'] {
  const [, name, height] = /^([A-Za-z]+)\s+#?([1-9]\d{0,14})$/.exec(text) ?? [];
  const chain = CHAIN_NAMES.find((known) => known === name?.toLowerCase());
  return chain === undefined ? null : { chain, height: Number(height) };
}
