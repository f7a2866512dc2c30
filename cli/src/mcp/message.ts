/**
 * Messages of JSON-RPC 2.0 as MCP uses them, read so that no second parser can read them differently (S21): strict I-JSON,
 * known members only, and written again from what was read.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';

export type RpcId = string | number;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}
export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params?: JsonObject;
}
export interface RpcResult {
  readonly kind: 'result';
  readonly id: RpcId;
  readonly result: JsonValue;
}
/** `id` is null where the request could not be read. */
export interface RpcError {
  readonly kind: 'error';
  readonly id: RpcId | null;
  readonly error: JsonObject;
}
export type RpcMessage = RpcRequest | RpcNotification | RpcResult | RpcError;

/** What is no message. `id` is the one that a lenient reader finds, so that the sender can be told; else null. */
export interface RpcFault {
  readonly kind: 'fault';
  readonly id: RpcId | null;
  readonly code: number;
  readonly message: string;
}

export interface ReadLine {
  readonly isBatch: boolean;
  readonly items: readonly (RpcMessage | RpcFault)[];
}

/** Codes of JSON-RPC 2.0, section 5.1, and two of our own from the range that it leaves to implementations. */
export const RPC = {
  parse: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internal: -32_603,
  /** The policy refused the call. */
  denied: -32_010,
  /** The policy could not be asked. */
  undecided: -32_011,
} as const;

/** Most messages of a batch. */
const MOST_ITEMS = 1_000;

/** Reads one line. Every item of a batch is judged by itself; an empty batch is a fault (JSON-RPC 2.0, section 6). */
export function readLine(line: Uint8Array): ReadLine {
  const parsed = parseStrictJson(line, 'as-doubles');
  if (!parsed.ok) {
    const code = parsed.reason === 'SYNTAX' || parsed.reason === 'NOT_UTF8' ? RPC.parse : RPC.invalidRequest;
    return one({ kind: 'fault', id: lenientId(line), code, message: `Refused: ${parsed.message}` });
  }
  const { value } = parsed;
  if (!Array.isArray(value)) return one(messageOf(value));
  if (value.length === 0) return one(fault(null, 'A batch holds at least one message.'));
  if (value.length > MOST_ITEMS) return one(fault(null, `A batch holds at most ${MOST_ITEMS} messages.`));
  return { isBatch: true, items: value.map(messageOf) };
}

/** The text of a message, without a line feed. */
export function textOf(message: RpcMessage): string {
  const { kind: _, ...members } = message;
  return JSON.stringify({ jsonrpc: '2.0', ...members }).replace(LINE_ENDS, escaped);
}

/** JSON leaves these as they are, but readers of lines such as Node's `readline` and Python's `splitlines` end a line at them. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function errorTo(id: RpcId | null, code: number, message: string): RpcError {
  return { kind: 'error', id, error: { code, message } };
}

function one(item: RpcMessage | RpcFault): ReadLine {
  return { isBatch: false, items: [item] };
}

function fault(id: RpcId | null, message: string): RpcFault {
  return { kind: 'fault', id, code: RPC.invalidRequest, message: `Refused: ${message}` };
}

/** Members besides `jsonrpc` that each kind of message has; a reader that ignores case would find others. */
const MEMBERS = {
  request: ['id', 'method', 'params'],
  notification: ['method', 'params'],
  result: ['id', 'result'],
  error: ['id', 'error'],
} as const;

function messageOf(value: JsonValue): RpcMessage | RpcFault {
  if (!isJsonObject(value)) return fault(null, 'A message is a JSON object.');
  const { id: stated, method, params, result, error } = value;
  const id = isId(stated) ? stated : null;
  if (value.jsonrpc !== '2.0') return fault(id, 'The member jsonrpc must be "2.0".');
  const kinds = [method !== undefined && 'method', result !== undefined && 'result', error !== undefined && 'error'];
  if (kinds.filter((kind) => kind !== false).length !== 1) {
    return fault(id, 'A message has exactly one of method, result and error.');
  }
  const kind =
    method !== undefined
      ? stated === undefined
        ? 'notification'
        : 'request'
      : result !== undefined
        ? 'result'
        : 'error';
  const known: readonly string[] = MEMBERS[kind];
  const strange = Object.keys(value).find((name) => name !== 'jsonrpc' && !known.includes(name));
  if (strange !== undefined) return fault(id, `The member ${quoted(strange)} does not belong here.`);
  if (kind === 'error') {
    if (id === null && stated !== null && stated !== undefined) return fault(null, 'An id is a text or an integer.');
    if (!isJsonObject(error) || !Number.isSafeInteger(error.code) || typeof error.message !== 'string') {
      return fault(id, 'An error has an integer code and a message.');
    }
    return { kind, id, error };
  }
  if (kind !== 'notification' && id === null) return fault(null, 'An id is a text or an integer.');
  if (kind === 'result') return { kind, id: id ?? '', result: result ?? null };
  if (typeof method !== 'string' || method === '') return fault(id, 'A method is a text.');
  if (method !== TOOLS_CALL && loose(method) === TOOLS_CALL) {
    return fault(id, 'The method could be read as tools/call.');
  }
  if (params !== undefined && !isJsonObject(params)) return fault(id, 'params is a JSON object.');
  const rest = params === undefined ? {} : { params };
  return id === null ? { kind: 'notification', method, ...rest } : { kind: 'request', id, method, ...rest };
}

const TOOLS_CALL = 'tools/call';

/** A method as a careless reader takes it: in any case, in wide letters, with blanks, up to a zero byte. */
function loose(method: string): string {
  const [text = ''] = method.split('\0');
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s\p{C}]/gu, '');
}

function isId(value: unknown): value is RpcId {
  return (typeof value === 'string' && value.length <= 1_000) || Number.isSafeInteger(value);
}

/** The id of a line that is refused: only to name it in the answer, never to forward anything. */
function lenientId(line: Uint8Array): RpcId | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(line));
    return typeof value === 'object' && value !== null && 'id' in value ? usableId(value.id) : null;
  } catch {
    return null;
  }
}

/** The id where an answer can bear it, else null. */
export function usableId(value: unknown): RpcId | null {
  return isId(value) && String(value).isWellFormed() ? value : null;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
