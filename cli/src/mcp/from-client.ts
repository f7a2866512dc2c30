/** What the client sends: calls are judged, everything else passes and is counted. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Line } from './lines.ts';
import { readEnds } from './long-line.ts';
import {
  RPC,
  type RpcFault,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  readLine,
  textOf,
} from './message.ts';
import { beginsToEnd } from './open-call.ts';
import { type ProxyParts, TOO_LONG } from './proxy-parts.ts';
import { type Batch, keyOf } from './requests.ts';

/** Takes one line at a time. */
export function createClientSide({ requests, serverRequests, calls, passed, server, toServer, note }: ProxyParts) {
  function take(item: RpcMessage | RpcFault, batch: Batch | null): void {
    switch (item.kind) {
      case 'fault':
        // An answer under an id that is in use would be taken for that of the request that waits.
        requests.refuse(requests.isInUse(item.id) ? null : item.id, item.code, item.message, batch);
        return;
      case 'request':
        takeRequest(item, batch);
        return;
      case 'notification':
        takeNotification(item);
        return;
      default:
        if (item.id !== null && serverRequests.delete(keyOf(item.id))) toServer(textOf(item));
        else note('The client answered what nobody had asked; the answer was dropped.');
    }
  }

  function takeRequest(request: RpcRequest, batch: Batch | null): void {
    const { id, method } = request;
    const key = keyOf(id);
    if (requests.isInUse(id)) requests.refuse(null, RPC.invalidRequest, 'Refused: the id is in use.', batch);
    else if (requests.isFull()) requests.refuse(id, RPC.internal, 'Too many requests wait for an answer.', batch);
    else if (server.gone !== null) requests.refuse(id, RPC.internal, server.gone, batch);
    else if (method === 'tools/call') {
      if (!calls.take(key, request, batch)) passed.add('client', 'tools/call (refused)');
    } else {
      const call = method === 'tasks/result' ? calls.resultOf(request.params?.taskId) : null;
      if (call === null) passed.add('client', method);
      requests.expectAnswer(key, { id, method, batch, call });
      toServer(textOf(request));
    }
  }

  function takeNotification(notification: RpcNotification): void {
    const { method, params } = notification;
    if (method === 'tools/call') {
      passed.add('client', 'tools/call (refused)');
      note('A tools/call without an id was refused: nobody could be told its result.');
      return;
    }
    passed.add('client', method);
    if (method === 'notifications/cancelled' && !cancel(params)) return;
    if (server.gone === null) toServer(textOf(notification));
  }

  /** Whether the server has to hear of the cancellation. */
  function cancel(params: JsonObject | undefined): boolean {
    const id = params?.requestId;
    const key = typeof id === 'string' || typeof id === 'number' ? keyOf(id) : '';
    const pending = requests.find(key);
    if (pending === undefined) return true;
    const { call: open } = pending;
    if (open === null) {
      // The server need not answer, and the client does not wait any more.
      if (pending.method !== 'initialize') requests.answer(key, null);
      return true;
    }
    if (open.state === 'judged') {
      open.isCancelled = true;
      return false;
    }
    if (beginsToEnd(open)) calls.end(key, open, 'timeout', 'cancelled by the client', null);
    return true;
  }

  return (line: Line): void => {
    if (!(line instanceof Uint8Array)) {
      const { id, hasMethod } = readEnds(line);
      requests.refuse(hasMethod && !requests.isInUse(id) ? id : null, RPC.invalidRequest, TOO_LONG, null);
      return;
    }
    const { isBatch, items } = readLine(line);
    const batch = isBatch ? requests.openBatch() : null;
    for (const item of items) take(item, batch);
    if (batch !== null) requests.closeOne(batch);
  };
}
