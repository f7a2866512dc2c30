/** What the proxy reads from a `tools/call`: the name of the tool, what is judged, and the hashes that are attested. */
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';

/** Arguments of a tool that the policy judges, by the name that the tool gives them; null judges none. */
export interface JudgedArguments {
  readonly value: string | null;
  readonly jurisdiction: string | null;
  readonly dataClass: string | null;
}

/** What the policy judges; null is stated in a form that cannot be judged, which the policy refuses (`action.value`). */
export type JudgedAttributes = Readonly<Partial<Record<'value' | 'jurisdiction' | 'data_class', string | null>>>;

export interface ToolCall {
  readonly tool: string;
  /** SHA-256 of the canonical params as they are forwarded. */
  readonly requestHash: string;
  readonly judged: JudgedAttributes;
}

const MOST_NAME_LENGTH = 200;
const MOST_JUDGED_LENGTH = 100;
const DECIMAL = /^\d{1,300}(?:\.\d{1,300})?$/;

/** Reads the params of a `tools/call`; a text says what is wrong with them. */
export function readCall(params: JsonObject | undefined, names: JudgedArguments): ToolCall | string {
  if (params === undefined) return 'tools/call needs params.';
  const twin = caseTwin(params, ['name', 'arguments', '_meta', 'task']);
  if (twin !== null) return `The member ${JSON.stringify(twin.slice(0, 60))} could be read as another one.`;
  const { name } = params;
  if (typeof name !== 'string' || name === '') return 'tools/call needs the name of a tool.';
  if (name.length > MOST_NAME_LENGTH) return `The name of a tool has at most ${MOST_NAME_LENGTH} characters.`;
  const given = params.arguments;
  if (given !== undefined && !isJsonObject(given)) return 'The arguments of a tool are a JSON object.';
  return { tool: name, requestHash: hashOf(params), judged: judgedOf(given ?? {}, names) };
}

/** SHA-256 of the canonical JSON, lower-case hexadecimal. */
export function hashOf(value: JsonValue): string {
  return toHex(sha256(canonicalBytes(value)));
}

/** A member that a reader which ignores case would take for one of `names`; null where there is none. */
function caseTwin(object: JsonObject, names: readonly string[]): string | null {
  const folded = new Set(names.map(fold));
  return Object.keys(object).find((name) => !names.includes(name) && folded.has(fold(name))) ?? null;
}

/** Simple case folding, such as Go's JSON reader applies to member names; it also maps ſ to s and the Kelvin sign to k. */
function fold(name: string): string {
  return name.toUpperCase().toLowerCase();
}

function judgedOf(given: JsonObject, names: JudgedArguments): JudgedAttributes {
  const value = statedOf(given, names.value);
  const jurisdiction = statedOf(given, names.jurisdiction);
  const dataClass = statedOf(given, names.dataClass);
  return {
    ...(value === undefined ? {} : { value: numberText(value) }),
    ...(jurisdiction === undefined ? {} : { jurisdiction: shortText(jurisdiction) }),
    ...(dataClass === undefined ? {} : { data_class: shortText(dataClass) }),
  };
}

/** The argument of that name in any case; undefined where there is none or it is null, a list where there are two. */
function statedOf(given: JsonObject, name: string | null): JsonValue | undefined {
  if (name === null) return undefined;
  const found = Object.keys(given).filter((other) => fold(other) === fold(name));
  const [only] = found;
  if (only === undefined) return undefined;
  return found.length > 1 ? found : (given[only] ?? undefined);
}

/** Anything but a decimal number is content that must not leave the machine. */
function numberText(value: JsonValue): string | null {
  const text = typeof value === 'number' ? plainDecimal(value) : value;
  return typeof text === 'string' && DECIMAL.test(text) ? text : null;
}

/** A number without an exponent, as the policy reads values. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  if (Number(exponent) > 0) return BigInt(value).toString();
  return `0.${'0'.repeat(-Number(exponent) - 1)}${digits.replace('.', '')}`;
}

function shortText(value: JsonValue): string | null {
  return typeof value === 'string' && value.length <= MOST_JUDGED_LENGTH ? value : null;
}
