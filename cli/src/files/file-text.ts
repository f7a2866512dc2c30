/** The text of a JSON file that `touchstone` writes for its own verifiers. */
import { utf8 } from '@touchstone/core/bytes.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '@touchstone/core/strict-json.ts';
import { Refusal } from '../terminal/refusal.ts';

/**
 * Indented, with a final line feed; compact where the indented form would pass the limit of what is read again. `room` is
 * left free below that limit. Throws Refusal naming the file where this text could not be read again.
 */
export function fileText(name: string, value: object, room = 0): string {
  const compact = JSON.stringify(value);
  const most = MAX_FILE_BYTES - room;
  // Measured before it is made: the indented form can be a hundred times as long, longer than any string can be.
  const size = Buffer.byteLength(compact) + addedByIndenting(compact) + 1;
  const text = size <= most ? `${JSON.stringify(value, null, 2)}\n` : `${compact}\n`;
  const bytes = utf8(text);
  if (bytes.length > most) {
    throw new Refusal(`${name} was not written: it would have ${bytes.length} bytes, and at most ${most} fit.`);
  }
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok)
    throw new Refusal(`${name} was not written, because the file could not be read again: ${parsed.message}`);
  return text;
}

/** How many characters `JSON.stringify(value, null, 2)` has more than `compact`, the text without indentation. */
export function addedByIndenting(compact: string): number {
  let added = 0;
  let depth = 0;
  for (let at = 0; at < compact.length; at++) {
    switch (compact.charAt(at)) {
      case '"':
        at = endOfString(compact, at);
        break;
      case ':':
        added++;
        break;
      case ',':
        added += 1 + 2 * depth;
        break;
      case '{':
      case '[': {
        const next = compact.charAt(at + 1);
        if (next === '}' || next === ']') at++;
        else added += 1 + 2 * ++depth;
        break;
      }
      case '}':
      case ']':
        added += 1 + 2 * --depth;
        break;
    }
  }
  return added;
}

/** Where the string ends that begins at `start`: at its closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charAt(at - 1 - backslashes) === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
