import { words } from '../../words/parts/form.ts';
import { longestOf, type MemberSchema } from './contract-limits.ts';

/** A sentence about a short text that must be there; empty where it fits its member of the contract. */
export function lineTrouble(text: string, what: string, schema: MemberSchema): string {
  if (text.trim() === '') return words.enter(what);
  const limit = longestOf(schema);
  // The server counts Unicode characters, not halves of pairs.
  const length = [...text.trim()].length;
  return length <= limit ? '' : words.tooLong(limit, length);
}
