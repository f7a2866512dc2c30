/**
 * What a contract expects where JSON Schema has only a regular expression, in words. `x-expects` stands beside every
 * `pattern` and completes "must be …"; `x-expects-names` stands beside `patternProperties` and says the same of the names.
 */
import type { TSchema } from 'typebox';

/** An error of TypeBox, as far as it tells where in the schema it arose: `#/properties/id`. */
interface Place {
  readonly schemaPath: string;
}

/** What the text at a place of a schema must be; null where its contract has no words for it. */
export function expectedText(schema: TSchema, place: Place): string | null {
  return wordsAt(schema, place, 'x-expects');
}

/** What the names of members must be at a place of a schema; null where its contract has no words for them. */
export function expectedNames(schema: TSchema, place: Place): string | null {
  return wordsAt(schema, place, 'x-expects-names');
}

function wordsAt(schema: TSchema, { schemaPath }: Place, keyword: string): string | null {
  const steps = schemaPath.split('/').slice(1);
  const found = steps.reduce<unknown>(
    (at, step) => memberOf(at, step.replaceAll('~1', '/').replaceAll('~0', '~')),
    schema,
  );
  const words = memberOf(found, keyword);
  return typeof words === 'string' ? words : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
