import { formatCount } from '../../lib/format.ts';

/** A sentence about a short text that must be there; empty where it is right. */
export function lineTrouble(text: string, what: string, limit: number): string {
  if (text.trim() === '') return `Enter the ${what}.`;
  // The server counts Unicode characters, not halves of pairs.
  const length = [...text.trim()].length;
  return length <= limit ? '' : `At most ${limit} characters; these are ${formatCount(length)}.`;
}
