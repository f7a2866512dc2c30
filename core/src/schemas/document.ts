/** Prints formats as JSON Schema documents (draft 2020-12), each whole in itself, and the list of them. */
import type { JsonItem, JsonMembers } from '../api/common.ts';
import { FORMATS, type Format } from './formats.ts';

/** Where the documents would be published; nothing loads them from there. */
const SCHEMA_BASE = 'https://touchstone.example/schemas/';

/** Formats of strings that JSON Schema knows. */
const KNOWN_FORMATS: readonly JsonItem[] = ['date', 'date-time'];

/** The keywords that the schemas use, beside those that hold schemas. A misspelt one would be passed over by validators. */
const PLAIN_KEYWORDS: readonly string[] = [
  ...['type', 'const', 'enum', 'description', 'format', 'contentEncoding', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ...['minItems', 'maxItems', 'uniqueItems', 'not', 'allOf'],
];

/** @param isStrict refuses also the further members that readers of what is printed must expect; for tests */
export function schemaDocument({ name, title, section, schema, isOpen }: Format, isStrict = false): JsonMembers {
  const parts = new Map<string, JsonItem>();
  const { $id: _, ...whole } = JSON.parse(JSON.stringify(schema)) as JsonMembers;
  const { description, ...body } = printed(whole, parts, isOpen === true && !isStrict);
  const about = `docs/formats.md, section "${section}".`;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${SCHEMA_BASE}${name}.schema.json`,
    title,
    description: description === undefined ? about : `${String(description)} ${about}`,
    ...body,
    ...(parts.size === 0 ? {} : { $defs: Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1))) }),
  };
}

/** A schema as it stands in a document; named parts are moved to `parts`. */
function printed(schema: JsonMembers, parts: Map<string, JsonItem>, isOpen: boolean): JsonMembers {
  const members = Object.entries(schema).flatMap(([keyword, value]): [string, JsonItem][] => {
    // Words of our own for the messages of the server, and its own name for base64.
    if (keyword.startsWith('x-') || (keyword === 'format' && !KNOWN_FORMATS.includes(value))) return [];
    if (keyword === 'additionalProperties' && value === false && isOpen) return [];
    if (keyword === 'properties' || keyword === 'patternProperties') {
      const named = Object.entries(value as JsonMembers).map(([name, one]) => [name, partOf(one, parts, isOpen)]);
      return named.length === 0 ? [] : [[keyword, Object.fromEntries(named)]];
    }
    if (keyword === 'anyOf') return [[keyword, (value as JsonItem[]).map((one) => partOf(one, parts, isOpen))]];
    if (keyword === 'items' || keyword === 'additionalProperties') return [[keyword, partOf(value, parts, isOpen)]];
    if (!PLAIN_KEYWORDS.includes(keyword)) throw new TypeError(`internal: ${keyword} is no keyword`);
    return [[keyword, value]];
  });
  return Object.fromEntries(members);
}

function partOf(value: JsonItem, parts: Map<string, JsonItem>, isOpen: boolean): JsonItem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $id: name, ...schema } = value as JsonMembers;
  const part = printed(schema, parts, isOpen);
  if (typeof name !== 'string') return part;
  const known = parts.get(name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part)) {
    throw new TypeError(`internal: two parts are called ${name}`);
  }
  parts.set(name, part);
  return { $ref: `#/$defs/${name}` };
}

/** The files of `docs/schemas` by their names. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const files = FORMATS.map((format): [string, string] => [
    `${format.name}.schema.json`,
    `${JSON.stringify(schemaDocument(format), null, 2)}\n`,
  ]);
  return new Map([...files, ['README.md', list()]]);
}

function list(): string {
  const rows = FORMATS.map(({ name, title, section }) => {
    const anchor = section
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    return `| [${name}](${name}.schema.json) | ${title.replaceAll('*', '\\*').replaceAll('<', '\\<')} | [${section.replaceAll('*', '\\*').replaceAll('<', '\\<')}](../formats.md#${anchor}) |`;
  });
  return [
    '# JSON Schemas',
    '',
    'Draft 2020-12, one document for each format, whole in itself. They say which members a document has and in which form.',
    'What they cannot say stands in [docs/formats.md](../formats.md#json-schemas). Generated: `node core/scripts/write-schemas.ts`.',
    '',
    '| Schema | Of | Section of docs/formats.md |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
