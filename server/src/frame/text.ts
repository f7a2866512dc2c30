/** U+0000, which not every database can hold in a text, and which ends a text for much of what reads it. */
import { invalid } from './errors.ts';

const NUL = '\u0000';
const MOST_SHOWN = 200;

/** Refuses U+0000 in texts and in names of members, wherever they stand. Throws INVALID_REQUEST that names the member. */
export function requireNoNul(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes(NUL)) throw refusal(path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name.includes(NUL)) throw refusal(path);
    requireNoNul(member, path === '' ? name : `${path}.${name}`);
  }
}

/** Whether a JSON text can hold U+0000: it has to be written as this escape. */
export function mayHoldNul(json: Uint8Array): boolean {
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength).includes('\\u0000');
}

function refusal(path: string) {
  const field = path.slice(0, MOST_SHOWN);
  return invalid(field, `${field === '' ? 'The body' : `\`${field}\``} must not hold the character U+0000.`);
}
