/** Writes the traces of a file into sessions, one for each, marked imported: they were not attested while they ran. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import type { AgentsClient } from '../agents/connection.ts';
import type { ImportedAct, ImportedTrace } from './gen-ai.ts';

export interface ImportTarget {
  readonly client: AgentsClient;
  /** The agent for a trace; called once for each. */
  readonly agentFor: (trace: ImportedTrace) => Promise<string>;
  /** Called after every act. */
  readonly progress: (done: number) => void;
}

export interface ImportedSession {
  readonly traceId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly acts: number;
  readonly leftOut: number;
  /** Merkle root of the sealed session. */
  readonly root: string;
}

/**
 * Imports the traces in order. Every request has an idempotency key made of the agent and the trace's contents: a run that
 * was broken off is gone on with, and a second run of the same file answers the sessions of the first, for at least seven
 * days. Rejects with ApiFailure or ConnectionFailure.
 */
export async function importTraces(
  traces: readonly ImportedTrace[],
  target: ImportTarget,
): Promise<readonly ImportedSession[]> {
  const sessions: ImportedSession[] = [];
  let done = 0;
  for (const trace of traces) {
    sessions.push(await importTrace(trace, target, () => target.progress(++done)));
  }
  return sessions;
}

async function importTrace(
  trace: ImportedTrace,
  { client, agentFor }: ImportTarget,
  progress: () => void,
): Promise<ImportedSession> {
  const agent_id = await agentFor(trace);
  const contents = createHash('sha256')
    .update(JSON.stringify([agent_id, trace]))
    .digest('hex')
    .slice(0, 40);
  const headers = (step: string) => ({ 'idempotency-key': `otel-${contents}-${step}` });
  const { imported, acts, leftOut } = trace;
  const start = { agent_id, duration_secs: DURATION_SECONDS, imported };
  const opened = await patiently(() => client.sessions.start({ headers: headers('start'), body: start }));
  const session_id = opened.session_id ?? '';
  for (const [index, act] of acts.entries()) {
    await patiently(() => attest(client, { agent_id, session_id }, act, headers(String(index))));
    progress();
  }
  const summary = `Imported ${acts.length} spans of the OpenTelemetry trace ${trace.traceId}; ${leftOut} spans about other things were left out.`;
  const ended = await patiently(() => client.sessions.end({ headers: headers('end'), body: { session_id, summary } }));
  const { root } = ended.details;
  return { traceId: trace.traceId, agentId: agent_id, sessionId: session_id, acts: acts.length, leftOut, root };
}

/** Long enough for a file of 100,000 spans. */
const DURATION_SECONDS = 86_400;

function attest(
  client: AgentsClient,
  ids: { readonly agent_id: string; readonly session_id: string },
  act: ImportedAct,
  headers: { readonly 'idempotency-key': string },
): Promise<unknown> {
  const { kind, name, summary, inputHash, outputHash, status, metadata, imported } = act;
  if (kind === 'tool') {
    const response = outputHash === null ? {} : { response_hash: outputHash };
    const body = { ...ids, tool_name: name, request_hash: inputHash, ...response, status, metadata, imported };
    return client.tools.attest({ headers, body });
  }
  const output = outputHash === null ? {} : { output_hash: outputHash };
  const body = { ...ids, action_type: name, summary, input_hash: inputHash, ...output, metadata, imported };
  return client.actions.attest({ headers, body });
}

const MOST_ATTEMPTS = 8;
const LONGEST_WAIT_SECONDS = 65;

/** Repeats what was not answered, or came too fast: the idempotency key keeps a repeat from recording twice. */
async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      const wait = attempt === MOST_ATTEMPTS ? null : waitSeconds(error, attempt);
      if (wait === null) throw error;
      await pause(wait * 1_000);
    }
  }
}

function waitSeconds(error: unknown, attempt: number): number | null {
  if (error instanceof ConnectionFailure) return attempt < 4 ? 0.5 * attempt : null;
  if (!(error instanceof ApiFailure)) return null;
  if (error.status !== 429 && error.status < 500) return null;
  const wait = error.retryAfterSeconds ?? attempt;
  return error.code !== 'NOT_IMPLEMENTED' && wait <= LONGEST_WAIT_SECONDS ? wait : null;
}
