/**
 * Reads spans from OTLP/JSON (opentelemetry-proto, docs/specification.md, "JSON Protobuf Encoding"): one document with
 * `resourceSpans`, or one per line as the collector's file exporter writes them. Members that are not needed here are left
 * alone, as the encoding demands of receivers; what is needed is held to its form, and a fault names its member.
 */
import { fromUtf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { MAX_FILE_BYTES, parseStrictJson, type StrictJsonFault } from '@touchstone/core/strict-json.ts';

/** A value as OTLP states it, in JSON: 64-bit integers beyond 2⁵³ and numbers that JSON does not know are texts. */
export type Attributes = ReadonlyMap<string, JsonValue>;

export interface OtlpSpan {
  /** 32 hexadecimal digits, lower case. */
  readonly traceId: string;
  /** 16 hexadecimal digits, lower case. */
  readonly spanId: string;
  /** null for a span without a parent. */
  readonly parentSpanId: string | null;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly startNanos: bigint;
  /** null where the span did not end. */
  readonly endNanos: bigint | null;
  readonly attributes: Attributes;
  /** Attributes of the resource that made the span. */
  readonly resource: Attributes;
  /** The status is ERROR. */
  readonly hasFailed: boolean;
  /** The span as it stands in the file. */
  readonly raw: JsonObject;
}

export type OtlpFile = { readonly ok: true; readonly spans: readonly OtlpSpan[] } | OtlpFault;
export interface OtlpFault {
  readonly ok: false;
  /** The place, for example `line 2, resourceSpans[0].scopeSpans[0].spans[3].traceId`; empty where the whole file is meant. */
  readonly member: string;
  /** One sentence. */
  readonly message: string;
}

const MOST_SPANS = 100_000;
const MOST_ATTRIBUTES = 1_000;
const MOST_NAME_LENGTH = 1_000;
/** The end of the year 9999, the last that ISO 8601 writes with four digits. */
const LAST_NANOS = 253_402_300_799_999_999_999n;

/** Reads a file of at most 64 MiB. */
export function readOtlp(bytes: Uint8Array): OtlpFile {
  if (bytes.length > MAX_FILE_BYTES) return { ok: false, member: '', message: 'The file is larger than 64 MiB.' };
  const text = fromUtf8(bytes);
  if (text === null) return { ok: false, member: '', message: 'The file is not valid UTF-8 text.' };
  try {
    const spans: OtlpSpan[] = [];
    for (const [at, document] of documentsOf(text)) readDocument(document, at, spans);
    return { ok: true, spans: withoutRepeats(spans) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, member: error.member, message: error.message };
    throw error;
  }
}

class Fault extends Error {
  readonly member: string;
  constructor(member: string, message: string) {
    super(message);
    this.member = member;
  }
}

/** The documents of the text, each with what stands before the names of its members. */
function documentsOf(text: string): readonly (readonly [string, JsonValue])[] {
  const whole = parseStrictJson(text, 'as-doubles');
  if (whole.ok) return [['', whole.value]];
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  // One document per line: the first line is a document by itself, and the text goes on after it.
  if (whole.reason !== 'TRAILING_TEXT' || !parseStrictJson(lines[first] ?? '', 'as-doubles').ok)
    throw syntax('', whole);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = parseStrictJson(line, 'as-doubles');
    if (!parsed.ok) throw syntax(`line ${index + 1}`, parsed);
    return [[`line ${index + 1}, `, parsed.value] as const];
  });
}

function syntax(member: string, { line, column, message }: StrictJsonFault): Fault {
  return new Fault(member === '' ? `line ${line}, column ${column}` : `${member}, column ${column}`, message);
}

function readDocument(document: JsonValue, at: string, spans: OtlpSpan[]): void {
  const root = objectAt(document, at === '' ? '' : at.slice(0, -2));
  // The collector writes all signals into one file.
  if (root.resourceSpans === undefined && (root.resourceLogs !== undefined || root.resourceMetrics !== undefined))
    return;
  if (root.resourceSpans === undefined)
    throw new Fault(`${at}resourceSpans`, 'is missing: this is not an OTLP/JSON trace.');
  for (const [resourceAt, resourceSpans] of listAt(root, 'resourceSpans', at)) {
    const stated = memberObject(resourceSpans, 'resource', resourceAt);
    const resource = stated === null ? new Map() : attributesOf(stated, `${resourceAt}.resource`);
    if (resourceSpans.scopeSpans === undefined && resourceSpans.instrumentationLibrarySpans !== undefined) {
      throw new Fault(
        `${resourceAt}.instrumentationLibrarySpans`,
        'comes from OTLP before 0.15; export with a newer version.',
      );
    }
    for (const [scopeAt, scopeSpans] of listAt(resourceSpans, 'scopeSpans', `${resourceAt}.`)) {
      for (const [spanAt, span] of listAt(scopeSpans, 'spans', `${scopeAt}.`)) {
        if (spans.length === MOST_SPANS) throw new Fault(spanAt, `At most ${MOST_SPANS} spans are read.`);
        spans.push(spanOf(span, spanAt, resource));
      }
    }
  }
}

function spanOf(span: JsonObject, at: string, resource: Attributes): OtlpSpan {
  const traceId = idOf(span, 'traceId', at, 32);
  const spanId = idOf(span, 'spanId', at, 16);
  if (traceId === null) throw new Fault(`${at}.traceId`, 'is missing.');
  if (spanId === null) throw new Fault(`${at}.spanId`, 'is missing.');
  const { name = '' } = span;
  if (typeof name !== 'string' || name.length > MOST_NAME_LENGTH) {
    throw new Fault(`${at}.name`, `must be a text of at most ${MOST_NAME_LENGTH} characters.`);
  }
  const startNanos = nanosOf(span, 'startTimeUnixNano', at);
  if (startNanos === null) throw new Fault(`${at}.startTimeUnixNano`, 'is missing.');
  const endNanos = nanosOf(span, 'endTimeUnixNano', at);
  if (endNanos !== null && endNanos < startNanos) throw new Fault(`${at}.endTimeUnixNano`, 'is before the start.');
  const status = memberObject(span, 'status', at);
  return {
    traceId,
    spanId,
    parentSpanId: idOf(span, 'parentSpanId', at, 16),
    name,
    startNanos,
    endNanos,
    attributes: attributesOf(span, at),
    resource,
    hasFailed: status !== null && hasErrorCode(status, at),
    raw: span,
  };
}

/** Enumerations are integers in this encoding; the name is accepted too, as some exporters write it. */
function hasErrorCode({ code = 0 }: JsonObject, at: string): boolean {
  if (code === 0 || code === 1 || code === 'STATUS_CODE_UNSET' || code === 'STATUS_CODE_OK') return false;
  if (code === 2 || code === 'STATUS_CODE_ERROR') return true;
  throw new Fault(`${at}.status.code`, 'must be 0, 1 or 2.');
}

/** Ids are hexadecimal, not base64 as elsewhere in JSON Protobuf; an empty one is none. */
function idOf(span: JsonObject, member: string, at: string, digits: number): string | null {
  const { [member]: id } = span;
  if (id === undefined || id === null || id === '') return null;
  if (typeof id !== 'string' || id.length !== digits || !/^[0-9a-fA-F]+$/.test(id) || /^0+$/.test(id)) {
    throw new Fault(`${at}.${member}`, `must be ${digits} hexadecimal digits, not all zero.`);
  }
  return id.toLowerCase();
}

/** 64-bit integers are decimal texts; a number is accepted where it is exact. null where there is none, or it is 0. */
function nanosOf(span: JsonObject, member: string, at: string): bigint | null {
  const { [member]: stated } = span;
  if (stated === undefined || stated === null) return null;
  const isInteger = typeof stated === 'number' ? Number.isInteger(stated) && stated >= 0 : isDigits(stated);
  const nanos = isInteger ? BigInt(typeof stated === 'number' ? stated : String(stated)) : -1n;
  if (nanos < 0n || nanos > LAST_NANOS)
    throw new Fault(`${at}.${member}`, 'must be nanoseconds since 1970, as decimal digits.');
  return nanos === 0n ? null : nanos;
}

function isDigits(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{1,21}$/.test(value);
}

function attributesOf(owner: JsonObject, at: string): Attributes {
  const found = new Map<string, JsonValue>();
  const list = listAt(owner, 'attributes', `${at}.`);
  if (list.length > MOST_ATTRIBUTES) throw new Fault(`${at}.attributes`, `has more than ${MOST_ATTRIBUTES} items.`);
  for (const [itemAt, { key, value = null }] of list) {
    if (typeof key !== 'string' || key === '') throw new Fault(`${itemAt}.key`, 'must be a text.');
    if (found.has(key)) throw new Fault(`${itemAt}.key`, `names ${JSON.stringify(key.slice(0, 60))} a second time.`);
    found.set(key, anyValue(value, `${itemAt}.value`));
  }
  return found;
}

/** AnyValue: an object with at most one member, which names the type. */
function anyValue(value: JsonValue, at: string): JsonValue {
  if (value === null) return null;
  const [only, ...more] = Object.entries(objectAt(value, at)).filter(([, content]) => content !== null);
  if (only === undefined) return null;
  if (more.length > 0) throw new Fault(at, 'states more than one value.');
  const [type, content] = only;
  const here = `${at}.${type}`;
  switch (type) {
    case 'stringValue':
    case 'bytesValue':
      if (typeof content !== 'string') throw new Fault(here, 'must be a text.');
      return content;
    case 'boolValue':
      if (typeof content !== 'boolean') throw new Fault(here, 'must be true or false.');
      return content;
    case 'intValue':
      if (Number.isSafeInteger(content)) return content;
      if (typeof content !== 'string' || !/^-?\d{1,20}$/.test(content)) throw new Fault(here, 'must be an integer.');
      return Number.isSafeInteger(Number(content)) ? Number(content) : content;
    case 'doubleValue':
      if (typeof content === 'number' || content === 'NaN' || content === 'Infinity' || content === '-Infinity') {
        return content;
      }
      throw new Fault(here, 'must be a number.');
    case 'arrayValue':
      return listAt(objectAt(content, here), 'values', `${here}.`).map(([itemAt, item]) => anyValue(item, itemAt));
    case 'kvlistValue':
      return Object.fromEntries(
        listAt(objectAt(content, here), 'values', `${here}.`).map(([itemAt, { key, value: item = null }]) => {
          if (typeof key !== 'string') throw new Fault(`${itemAt}.key`, 'must be a text.');
          return [key, anyValue(item, `${itemAt}.value`)];
        }),
      );
    default:
      throw new Fault(here, 'is not a type of value that OTLP knows.');
  }
}

/** The objects of a list, each with the name of its place; an absent list is empty. */
function listAt(owner: JsonObject, member: string, at: string): readonly (readonly [string, JsonObject])[] {
  const { [member]: list } = owner;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw new Fault(`${at}${member}`, 'must be a list.');
  return list.map((item: JsonValue, index) => {
    const place = `${at}${member}[${index}]`;
    return [place, objectAt(item, place)] as const;
  });
}

function memberObject(owner: JsonObject, member: string, at: string): JsonObject | null {
  const { [member]: found } = owner;
  return found === undefined || found === null ? null : objectAt(found, `${at}.${member}`);
}

function objectAt(value: JsonValue, at: string): JsonObject {
  if (!isJsonObject(value)) throw new Fault(at, 'must be an object.');
  return value;
}

/** Exporters that repeat a batch write spans twice. The same id with other contents is a fault: nobody knows which holds. */
function withoutRepeats(spans: readonly OtlpSpan[]): readonly OtlpSpan[] {
  const byId = new Map<string, OtlpSpan>();
  for (const span of spans) {
    const id = `${span.traceId} ${span.spanId}`;
    const other = byId.get(id);
    if (other !== undefined && JSON.stringify(other.raw) !== JSON.stringify(span.raw)) {
      throw new Fault(
        `span ${span.spanId} of trace ${span.traceId}`,
        'appears twice in the file with different contents.',
      );
    }
    byId.set(id, span);
  }
  return [...byId.values()];
}
