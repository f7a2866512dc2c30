/** What is checked of a secret before it is sealed; sentences for the fields of its forms. */
import { toBase64Url } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { MAX_SECRET_BYTES } from '@touchstone/core/secrets/sealed-value.ts';
import { words } from '../../../words/protect/secrets.ts';

const MOST_TAGS = 50;
const LONGEST_TAG = 100;

/** A sentence about a value that cannot be stored; empty where it can. */
export function valueTrouble(value: string): string {
  if (value === '') return words.trouble.empty;
  if (!value.isWellFormed()) return words.trouble.surrogate;
  const { size } = new Blob([value]);
  if (size <= MAX_SECRET_BYTES) return '';
  return words.trouble.tooLong(size, MAX_SECRET_BYTES);
}

/** Tags as typed: separated by commas, each once. */
export function readTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

export function tagsTrouble(tags: readonly string[]): string {
  if (tags.length > MOST_TAGS) return words.trouble.tooManyTags(MOST_TAGS, tags.length);
  const long = tags.find((tag) => [...tag].length > LONGEST_TAG);
  return long === undefined ? '' : words.trouble.longTag(LONGEST_TAG, long.slice(0, 30));
}

/** The value of the example: of the form that providers use, and of no worth to anybody. */
export function sampleValue(random: Random): string {
  return `sk_example_${toBase64Url(random(24))}`;
}
