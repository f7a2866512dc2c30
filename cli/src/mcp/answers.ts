/** What the proxy answers in place of a server, and what it reads from a server's answers. */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import type { JudgedAttributes } from './call.ts';
import { errorTo, type RpcError, type RpcId, type RpcResult } from './message.ts';
import type { Decision } from './recorder.ts';

/**
 * A call that was not made is answered as a result with `isError`, which the model sees, rather than as an error of the
 * protocol, which only the program sees. A call as a task has no such result.
 */
export function refusal(
  id: RpcId,
  isTask: boolean,
  code: number,
  text: string,
  decision: Decision | null,
): RpcResult | RpcError {
  if (isTask) return errorTo(id, code, text);
  const about: JsonObject = { rule: decision?.rule ?? null, node_id: decision?.nodeId || null };
  return {
    kind: 'result',
    id,
    result: { content: [{ type: 'text', text }], isError: true, _meta: { 'touchstone/denied': about } },
  };
}

/** What was judged, as metadata of the receipt; what could not be read is left out. */
export function textsOf(judged: JudgedAttributes): Record<string, string> {
  return Object.fromEntries(Object.entries(judged).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
}

/** `name@version` of the answer to `initialize`, at most 200 characters; null where it has none. */
export function nameOf(result: JsonValue): string | null {
  if (!isJsonObject(result) || !isJsonObject(result.serverInfo)) return null;
  const { name, version } = result.serverInfo;
  if (typeof name !== 'string') return null;
  // Cut within a character, it would be no text that a receipt can hold.
  return `${name}${typeof version === 'string' ? `@${version}` : ''}`.slice(0, 200).toWellFormed();
}

/** The id of the task that a call as a task began (MCP 2025-11-25, tasks); null where the result is no such answer. */
export function taskOf(result: JsonValue): string | null {
  if (!isJsonObject(result) || !isJsonObject(result.task)) return null;
  const { taskId } = result.task;
  return typeof taskId === 'string' && taskId.length <= 1_000 ? taskId : null;
}
