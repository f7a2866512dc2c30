/** Holds requests (always) and answers (tests, development) against their contract. Schemas are compiled on first use. */

import { BASE64_FORMAT } from '@touchstone/core/api/common.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import Format from 'typebox/format';
import { faultOf } from './contract-fault.ts';
import { ApiError, invalid } from './errors.ts';
import { mayHoldNul, requireNoNul } from './text.ts';

// Exactly what `fromBase64` takes, one spelling for each value, in a tenth of the time: bodies carry megabytes of it.
Format.Set(BASE64_FORMAT, (text) => Buffer.from(text, 'base64').toString('base64') === text);

const compiled = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validator: Validator = Compile(schema);
  compiled.set(schema, validator);
  return validator;
}

export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
}

/** Reads what the contract declares of path, query and headers, and refuses everything else. Throws INVALID_REQUEST that names the member. */
export function readInput(operation: Endpoint, raw: RawRequest): Input {
  const input: { params?: unknown; query?: unknown; headers?: unknown } = {};
  if (operation.params !== undefined) input.params = checked(operation.params, raw.params, 'the path');
  const query = coerced(operation.query, raw.query);
  if (operation.query !== undefined) input.query = checked(operation.query, query, 'the query');
  else refuseMembers(query, 'the query');
  if (operation.headers !== undefined) {
    const names = Object.keys(operation.headers.properties);
    const present = names.filter((name) => raw.headers[name] !== undefined);
    input.headers = checked(
      operation.headers,
      Object.fromEntries(present.map((name) => [name, raw.headers[name]])),
      'the headers',
    );
  }
  for (const part of [input.params, input.query, input.headers]) requireNoNul(part);
  return input;
}

/** The id of the operation that a body means, of those that share a route (`when` in the contract). */
export function chooseOperation(operations: readonly Endpoint[], bytes: Uint8Array): string {
  const body = bodyOf(bytes);
  const marked = operations.filter(({ when }) =>
    when?.members.some((name) => isJsonObject(body) && Object.hasOwn(body, name)),
  );
  const chosen = marked.length === 1 ? marked[0] : operations[0];
  if (chosen === undefined) throw new TypeError('internal: a route without operations');
  return chosen.id;
}

/** Parses a body strictly and holds it against the contract. Throws INVALID_REQUEST that names the member. */
export function readBody(operation: Endpoint, bytes: Uint8Array): unknown {
  const body = bodyOf(bytes);
  if (operation.body !== undefined) {
    checked(operation.body, body, 'the body');
    if (mayHoldNul(bytes)) requireNoNul(body);
    return body;
  }
  refuseMembers(body, 'the body');
  return undefined;
}

/** An absent or empty body counts as `{}` (decisions, section 11). */
function bodyOf(body: Uint8Array): JsonValue {
  if (body.length === 0) return {};
  const parsed = parseStrictJson(body);
  if (parsed.ok) return parsed.value;
  throw new ApiError(
    'INVALID_REQUEST',
    `The body is not valid JSON: line ${parsed.line}, column ${parsed.column}: ${parsed.message}`,
  );
}

function refuseMembers(value: unknown, where: string): void {
  if (!isJsonObject(value as JsonValue)) throw invalid('', `This operation takes an empty object as ${where}.`);
  const name = Object.keys(value as object)[0];
  if (name !== undefined) throw invalid(name, `\`${name}\` is not known in ${where} of this operation.`);
}

/** Query values are text; whole numbers become numbers where the contract wants them. */
function coerced(schema: TObject | undefined, query: unknown): Readonly<Record<string, unknown>> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  if (entries.length === 0) return {};
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const property: (TSchema & { readonly type?: string }) | undefined = schema?.properties[name];
      const isNumber = property?.type === 'integer' && typeof value === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

function checked(schema: TSchema, value: unknown, where: string): unknown {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return value;
  throw faultOf(schema, validator.Errors(value), where);
}

/** Throws TypeError where an answer is not what its contract promises: our own mistake. */
export function requireAnswer(operation: Endpoint, answer: unknown): void {
  const validator = validatorOf(operation.response);
  if (validator.Check(answer)) return;
  const [error] = validator.Errors(answer);
  throw new TypeError(
    `internal: the answer of ${operation.id} breaks its contract at ${error?.instancePath}: ${error?.message}`,
  );
}
