/** Limits that a contract states, so that a form repeats none of them. */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';

/** The contract of one member: `shield.store.body.properties.name`. */
export type MemberSchema = Endpoint['response'] & object;

/** The most characters that a text may have. */
export function longestOf(schema: MemberSchema): number {
  return limitOf(schema, 'maxLength');
}

/** The least and the most that a number may be. */
export function boundsOf(schema: MemberSchema): readonly [least: number, most: number] {
  return [limitOf(schema, 'minimum'), limitOf(schema, 'maximum')];
}

/** The most items that a list may have. */
export function mostItemsOf(schema: MemberSchema): number {
  return limitOf(schema, 'maxItems');
}

/** Throws TypeError where the schema states no such limit: our own mistake. */
function limitOf(schema: MemberSchema, keyword: 'maxLength' | 'minimum' | 'maximum' | 'maxItems'): number {
  const limit: unknown = Reflect.get(schema, keyword);
  if (typeof limit !== 'number') throw new TypeError(`the schema states no ${keyword}`);
  return limit;
}
