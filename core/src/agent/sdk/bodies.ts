/** The bodies of the requests, out of what callers state. Throws TypeError where a payload or its hash is missing. */

import { toHex } from '../../bytes.ts';
import { sha256 } from '../../hash.ts';
import { hashOf, payloadBytes } from './hashing.ts';
import type { BodyOf } from './operations.ts';
import type { ActionInput, MemoryInput, Metadata, ToolCallInput } from './types/acts.ts';

export interface Ids {
  readonly agent_id: string;
  readonly session_id: string;
}

/** Bytes of the state that an automatic checkpoint records: one SHA-256. */
const CHAIN_STATE_BYTES = 32;

export function actionBody(ids: Ids, action: ActionInput): BodyOf<'action'> {
  return {
    ...ids,
    action_type: action.actionType,
    summary: action.summary,
    input_hash: inputHashOf(action),
    ...named('output_hash', outputHashOf(action)),
    ...named('metadata', textsOf(action.metadata)),
    ...named('imported', action.imported),
  };
}

export function toolBody(ids: Ids, call: ToolCallInput): BodyOf<'tool'> {
  return {
    ...ids,
    tool_name: call.name,
    request_hash: inputHashOf(call),
    ...named('response_hash', outputHashOf(call)),
    status: call.status,
    ...named('metadata', textsOf(call.metadata)),
    ...named('imported', call.imported),
  };
}

/** `memory` is hashed and measured; else its hash and size are stated. */
export function memoryBody(ids: Ids, input: MemoryInput, context_hash: string): BodyOf<'memory'> {
  const { memory, memoryHash, sizeBytes } = input;
  if ((memory === undefined) === (memoryHash === undefined)) throw new TypeError('state either memory or memoryHash');
  if (memoryHash !== undefined) {
    if (sizeBytes === undefined) throw new TypeError('memoryHash needs sizeBytes');
    return { ...ids, memory_hash: memoryHash, context_hash, size_bytes: sizeBytes };
  }
  const bytes = payloadBytes(memory);
  return { ...ids, memory_hash: toHex(sha256(bytes)), context_hash, size_bytes: sizeBytes ?? bytes.length };
}

/** An automatic checkpoint: the hash of the chain's latest node is the state of the memory. */
export function checkpointBody(ids: Ids, chainHash: string, context_hash: string): BodyOf<'memory'> {
  return { ...ids, memory_hash: chainHash, context_hash, size_bytes: CHAIN_STATE_BYTES };
}

function inputHashOf({ input, inputHash }: { readonly input?: unknown; readonly inputHash?: string }): string {
  if ((input === undefined) === (inputHash === undefined)) throw new TypeError('state either input or inputHash');
  return inputHash ?? hashOf(input);
}

function outputHashOf(given: { readonly output?: unknown; readonly outputHash?: string }): string | undefined {
  if (given.output !== undefined && given.outputHash !== undefined) {
    throw new TypeError('state either output or outputHash');
  }
  return given.output === undefined ? given.outputHash : hashOf(given.output);
}

function textsOf(metadata: Metadata | undefined): Record<string, string> | undefined {
  if (metadata === undefined) return undefined;
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]));
}

function named<N extends string, V>(name: N, value: V | undefined): { [K in N]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [K in N]: V });
}
