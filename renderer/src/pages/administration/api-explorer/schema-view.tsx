import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { Badge } from '../../../ui/badge.tsx';
import { words } from '../../../words/administration/api-explorer.ts';
import { Prose } from './prose.tsx';

/** A JSON schema as a readable list of members. */
export function SchemaView({ schema }: { readonly schema: unknown }) {
  // Contracts are JSON Schema; this drops the symbols that the schema library adds.
  const value: JsonValue = JSON.parse(JSON.stringify(schema ?? null));
  if (!isJsonObject(value)) return <p className="text-muted">{words.schema.nothing}</p>;
  return (
    <div className="border-y border-line py-1">
      {isJsonObject(value.properties ?? null) ? (
        <Members schema={value} />
      ) : (
        <p>
          <code>{typeText(value)}</code> <Description schema={value} />
        </p>
      )}
    </div>
  );
}

function Members({ schema }: { readonly schema: JsonObject }) {
  const properties = isJsonObject(schema.properties ?? null) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(properties as JsonObject);
  if (entries.length === 0) {
    return <p className="text-muted">{schema.additionalProperties === true ? words.schema.any : words.schema.none}</p>;
  }
  return (
    <ul>
      {entries.map(([name, member]) => (
        <li key={name} className="border-line not-last:border-b py-1">
          <Member name={name} schema={isJsonObject(member) ? member : {}} isRequired={required.includes(name)} />
        </li>
      ))}
    </ul>
  );
}

interface MemberProps {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

function Member({ name, schema, isRequired }: MemberProps) {
  const inner = innerObject(schema);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-semibold">{name}</code>
        <code className="text-13 text-muted">{typeText(schema)}</code>
        {!isRequired && <Badge>{words.schema.optional}</Badge>}
      </div>
      <Description schema={schema} />
      {inner !== null && (
        <div className="ms-2 border-s border-line ps-3">
          <Members schema={inner} />
        </div>
      )}
    </>
  );
}

function Description({ schema }: { readonly schema: JsonObject }) {
  const texts = [schema.description, limitsText(schema)].filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? null : (
    <div className="max-w-prose text-13 text-muted">
      <Prose text={texts.join(' ')} />
    </div>
  );
}

/** The object whose members are listed below a member: its own, or that of its items. */
function innerObject(schema: JsonObject): JsonObject | null {
  if (isJsonObject(schema.properties ?? null)) return schema;
  const items = schema.items ?? null;
  return isJsonObject(items) ? innerObject(items) : null;
}

function typeText(schema: JsonObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value: JsonValue) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    return choices.map((choice: JsonValue) => (isJsonObject(choice) ? typeText(choice) : 'any')).join(' | ');
  }
  if (schema.type === 'array') {
    const items = isJsonObject(schema.items ?? null) ? typeText(schema.items as JsonObject) : 'any';
    return items.includes(' | ') ? `(${items})[]` : `${items}[]`;
  }
  if (typeof schema.type === 'string') return schema.type;
  return 'any';
}

/** Limits in words, such as `1 to 1000 characters`. */
function limitsText(schema: JsonObject): string {
  const found = [
    rangeText(schema.minimum, schema.maximum, ''),
    rangeText(schema.minLength, schema.maxLength, words.schema.characters),
    rangeText(schema.minItems, schema.maxItems, words.schema.items),
    typeof schema.pattern === 'string' ? words.schema.pattern(schema.pattern) : '',
  ].filter((text) => text !== '');
  return found.length === 0 ? '' : `(${found.join(', ')})`;
}

function rangeText(least: JsonValue | undefined, most: JsonValue | undefined, unit: string): string {
  const hasLeast = typeof least === 'number';
  const hasMost = typeof most === 'number';
  if (hasLeast && hasMost) return words.schema.range(least, most, unit);
  if (hasLeast) return words.schema.least(least, unit);
  return hasMost ? words.schema.most(most, unit) : '';
}
