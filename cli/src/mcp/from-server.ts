/** What the server sends: its answers end calls, everything else passes and is counted. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { nameOf } from './answers.ts';
import type { Line } from './lines.ts';
import { type LongMessage, readEnds } from './long-line.ts';
import { errorTo, RPC, type RpcFault, type RpcMessage, type RpcRequest, readLine, textOf } from './message.ts';
import { beginsToEnd } from './open-call.ts';
import { LIMIT, type ProxyParts, TOO_LONG } from './proxy-parts.ts';
import { type Answer, keyOf, MOST_PENDING } from './requests.ts';

const NOT_STRICT = "the server's answer was no strict JSON-RPC";

export interface ServerSide {
  take(line: Line): void;
  /** The server is gone: what waits for it has failed. `reason` is a sentence. */
  ended(reason: string): void;
}

export function createServerSide(parts: ProxyParts): ServerSide {
  const { requests, serverRequests, calls, passed, server, toClient, toServer, note } = parts;

  function takeLong({ id, hasMethod }: LongMessage): void {
    note('The server sent a message that is too long; it was dropped.');
    if (hasMethod) {
      if (id !== null && !serverRequests.has(keyOf(id))) toServer(textOf(errorTo(id, RPC.invalidRequest, TOO_LONG)));
      return;
    }
    // The client would wait for ever. Where the message does not say what it answers, the oldest request is taken.
    const key = id === null ? oldestAtServer() : keyOf(id);
    const reason = `the server's answer was longer than ${LIMIT}`;
    const guessed = id === null ? ', so that it could not be told to which call' : '';
    if (key === null || !fail(key, `${reason}${guessed}`, `The server's answer was longer than ${LIMIT}.`)) {
      passed.add('server', 'late response');
    }
  }

  /** The oldest request that the server has not answered, a call before others; null where it has answered all. */
  function oldestAtServer(): string | null {
    const waiting = requests.waiting().filter(([, { call }]) => call === null || call.state === 'forwarded');
    const [key = null] = waiting.find(([, { call }]) => call !== null) ?? waiting[0] ?? [];
    return key;
  }

  function take(item: RpcMessage | RpcFault): void {
    switch (item.kind) {
      case 'fault': {
        note(`A message of the server was dropped. ${item.message}`);
        // The client would wait for ever, and the call has ended in a way that nobody can read.
        const text = `The server's answer was not usable. ${item.message}`;
        if (item.id !== null && !fail(keyOf(item.id), NOT_STRICT, text)) passed.add('server', 'late response');
        return;
      }
      case 'request':
        takeRequest(item);
        return;
      case 'notification':
        passed.add('server', item.method);
        if (item.method === 'notifications/cancelled') forget(item.params);
        toClient(textOf(item));
        return;
      default:
        takeAnswer(item);
    }
  }

  function takeRequest(request: RpcRequest): void {
    const key = keyOf(request.id);
    if (serverRequests.size >= MOST_PENDING || serverRequests.has(key)) {
      const text = 'Refused: the id is in use, or too many requests wait.';
      toServer(textOf(errorTo(request.id, RPC.invalidRequest, text)));
      return;
    }
    passed.add('server', request.method);
    serverRequests.add(key);
    toClient(textOf(request));
  }

  /** The server does not wait for this request's answer any more. */
  function forget(params: JsonObject | undefined): void {
    const id = params?.requestId;
    if (typeof id === 'string' || typeof id === 'number') serverRequests.delete(keyOf(id));
  }

  function takeAnswer(response: Answer): void {
    if (response.id === null) {
      toClient(textOf(response));
      return;
    }
    const key = keyOf(response.id);
    const pending = requests.find(key);
    if (pending === undefined) {
      passed.add('server', 'late response');
      return;
    }
    const { call: open } = pending;
    if (open !== null) {
      // An answer to what was not asked yet is none; one to what has been given up comes too late.
      if (beginsToEnd(open)) calls.settle(key, open, response);
      else passed.add('server', 'late response');
      return;
    }
    if (response.kind === 'result' && pending.method === 'initialize') server.name = nameOf(response.result);
    requests.answer(key, response);
  }

  /**
   * Answers a request that has failed at the server: `text` for the client; `reason` for the receipt, with nothing of
   * what the server sent. False where nothing waits for the server under this id.
   */
  function fail(key: string, reason: string, text: string): boolean {
    const pending = requests.find(key);
    if (pending === undefined) return false;
    const { id, call: open } = pending;
    const error = errorTo(id, RPC.internal, text);
    if (open === null) {
      requests.answer(key, error);
      return true;
    }
    if (!beginsToEnd(open)) return false;
    calls.end(key, open, 'failure', reason, error);
    return true;
  }

  return {
    take(line) {
      if (line instanceof Uint8Array) for (const item of readLine(line).items) take(item);
      else takeLong(readEnds(line));
    },
    ended(reason) {
      server.gone = reason;
      for (const [key] of requests.waiting()) fail(key, reason.slice(0, 1_000), reason);
    },
  };
}
