/** What is checked of a secret before it is sealed; sentences for the fields of its forms. */
import { MAX_SECRET_BYTES } from '@touchstone/core/secrets/sealed-value.ts';
import { formatCount } from '../../../lib/format.ts';

const MOST_TAGS = 50;
const LONGEST_TAG = 100;

/** A sentence about a value that cannot be stored; empty where it can. */
export function valueTrouble(value: string): string {
  if (value === '') return 'Enter the value.';
  if (!value.isWellFormed()) return 'This text holds half of a character pair and has no UTF-8 form. Enter it again.';
  const { size } = new Blob([value]);
  if (size <= MAX_SECRET_BYTES) return '';
  return `The value has ${formatCount(size)} bytes. A secret has at most ${formatCount(MAX_SECRET_BYTES)}.`;
}

/** Tags as typed: separated by commas, each once. */
export function readTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

export function tagsTrouble(tags: readonly string[]): string {
  if (tags.length > MOST_TAGS) return `At most ${MOST_TAGS} tags; these are ${tags.length}.`;
  const long = tags.find((tag) => [...tag].length > LONGEST_TAG);
  return long === undefined ? '' : `A tag has at most ${LONGEST_TAG} characters: "${long.slice(0, 30)}…" has more.`;
}
