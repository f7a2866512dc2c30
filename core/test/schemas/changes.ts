/** Changes to the structure of a document: members and items taken away, put in, or of another type, length or spelling. */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { memberPath } from '@touchstone/core/text/member-path.ts';

export interface StructuralChange {
  /** Where and what, for messages. */
  readonly what: string;
  /** The changed document; the one that was given stays as it is. */
  make(): JsonValue;
}

/** Items of a list that are changed: the others have the same form. */
const MOST_ITEMS = 2;
const OTHER_TYPES: readonly JsonValue[] = [null, true, 7, 'text', [], {}];

/** Every change of every place of a document. */
export function structuralChanges(document: JsonValue): readonly StructuralChange[] {
  return changesAt(document, '', (value) => value);
}

type Put = (value: JsonValue) => JsonValue;

function changesAt(value: JsonValue, field: string, put: Put): StructuralChange[] {
  const change = (what: string, other: JsonValue) => ({ what: `${field}: ${what}`, make: () => put(other) });
  const types = OTHER_TYPES.filter((other) => kindOf(other) !== kindOf(value)).map((other) =>
    change(`${JSON.stringify(other)} instead`, other),
  );
  if (typeof value === 'string') {
    return [...types, ...otherTexts(value).map((text) => change(`spelled ${JSON.stringify(text.slice(-40))}`, text))];
  }
  if (typeof value === 'number') {
    const others = [-1, 0, value + 0.5, value + 1, 1_000_000, 2 ** 40, 2 ** 60].filter((other) => other !== value);
    return [...types, ...others.map((other) => change(`${other}`, other))];
  }
  if (typeof value === 'boolean') return [...types, change('the other one', !value)];
  if (Array.isArray(value)) return [...types, ...listChanges(value, field, put)];
  return isJsonObject(value) ? [...types, ...memberChanges(value, field, put)] : types;
}

function listChanges(items: readonly JsonValue[], field: string, put: Put): StructuralChange[] {
  const change = (what: string, other: JsonValue[]) => ({ what: `${field}: ${what}`, make: () => put(other) });
  return [
    change('emptied', []),
    change('an item more', [...items, ...items.slice(0, 1)]),
    change('an item less', items.slice(0, -1)),
    ...items
      .slice(0, MOST_ITEMS)
      .flatMap((item, at) => changesAt(item, `${field}[${at}]`, (other) => put(items.with(at, other)))),
  ];
}

function memberChanges(members: JsonObject, field: string, put: Put): StructuralChange[] {
  return [
    { what: `${memberPath(field, 'further')}: added`, make: () => put({ ...members, further: 1 }) },
    ...Object.entries(members).flatMap(([name, member]) => {
      const { [name]: _, ...others } = members;
      const at = memberPath(field, name);
      return [
        { what: `${at}: removed`, make: () => put(others) },
        ...changesAt(member, at, (other) => put({ ...members, [name]: other })),
      ];
    }),
  ];
}

const A_TIME = /^\d{4}-\d{2}-\d{2}T/;
/** The 30th of February. */
export const NO_DAY = '2026-02-30T12:00:00Z';

function otherTexts(text: string): readonly string[] {
  const others = [
    ...['', text.slice(0, -1), `${text}${text.slice(-1)}`, text.toUpperCase(), `!${text.slice(1)}`, `${text} `],
    // In base64 this sets bits that are left over.
    text.replace(/[^=](=*)$/, 'x$1'),
    // And this is one byte more with as many characters.
    text.replace(/([^=])=$/, '$1A'),
    ...(A_TIME.test(text) ? [NO_DAY, text.replace('T', ' ')] : []),
  ];
  return others.filter((other) => other !== text);
}

function kindOf(value: JsonValue): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}
