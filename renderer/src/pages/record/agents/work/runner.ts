/** The page's side of its worker: hands out tasks and passes on what they find. */
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { client, sessionToken } from '../../../../lib/client.ts';
import { actingFor } from '../../../../lib/session/acting-for.ts';
import { PageWorker } from '../../../../lib/work/page-worker.ts';
import { words } from '../../../../words/record/agents-session-outcomes.ts';
import type { NodeProof } from '../data/queries.ts';
import type { ReadColumns } from '../data/session-graph.ts';
import type { ForkAnswer, ReplayAnswer } from '../fork/fork-answer.ts';
import type { Policy } from '../policies/policy-draft.ts';
import type {
  AgentNews,
  AgentResult,
  AgentTask,
  BundleOpenings,
  ChainReport,
  FromAgentWorker,
  ProofReport,
  ToAgentWorker,
  WorkerFailure,
} from './messages.ts';

const worker = new PageWorker<ToAgentWorker, FromAgentWorker>({
  spawn: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'agents' }),
  stopped: words.worker.stopped,
});
// With the page's code, so that checks need nothing from the server afterwards.
worker.start();

function errorOf(failure: WorkerFailure): Error {
  switch (failure.kind) {
    case 'refused':
      return new ApiFailure(failure.code, failure.message, failure.status, null, null);
    case 'broke':
      return new Error(failure.message);
    default:
      return new ConnectionFailure(failure.kind, failure.message, undefined);
  }
}

function run(
  task: AgentTask,
  signal: AbortSignal,
  onNews: (news: AgentNews) => void = () => undefined,
): Promise<AgentResult> {
  const access = { token: sessionToken(), project: actingFor()?.projectId ?? null };
  return worker.run({
    first: (id) => ({ type: 'run', id, task, access }),
    hear: (message) => {
      if (message.type === 'failed') throw errorOf(message.failure);
      if (message.type === 'done') return message;
      onNews(message.news);
      return null;
    },
    abort: { signal, last: (id) => ({ type: 'cancel', id }) },
  });
}

/** Runs a task of a session; where this window's session has ended meanwhile, once more under a new one. */
async function runAsked<T>(sessionId: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
    // The page's own client opens a new session where the mode has one to give; else it fails in the same way.
    await client.agents.sessions.read({ params: { id: sessionId } }, { signal });
    return ask();
  }
}

/** Reads receipts as columns. Rejects where the server failed or the signal aborted. */
export const readColumns: ReadColumns = async (sessionId, after, onPage, signal) => {
  let read = after;
  await runAsked(sessionId, signal, () =>
    run({ kind: 'load', sessionId, after: read }, signal, (news) => {
      if (news.kind !== 'page') return;
      read += news.columns.count;
      onPage(news.columns);
    }),
  );
};

/** Recomputes a session's chain from what the server answers. */
export async function checkChain(
  sessionId: string,
  signal: AbortSignal,
  onProgress: (nodes: number) => void,
): Promise<ChainReport> {
  const result = await runAsked(sessionId, signal, () =>
    run({ kind: 'chain', sessionId }, signal, (news) => {
      if (news.kind === 'checked') onProgress(news.nodes);
    }),
  );
  if (result.kind !== 'chain') throw new TypeError('the worker answered something else');
  return result.report;
}

/** The bundle of a session, as the server writes it. */
export async function fetchBundle(
  sessionId: string,
  openings: BundleOpenings,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const result = await runAsked(sessionId, signal, () =>
    run({ kind: 'bundle', sessionId, openings }, signal, (news) => {
      if (news.kind === 'fetched') onProgress(news.bytes);
    }),
  );
  if (result.kind !== 'bundle') throw new TypeError('the worker answered something else');
  return result.file;
}

/** Replays a session up to a moment on the service; the receipts themselves stay in the worker. */
export async function replayInWorker(sessionId: string, timestamp: string, signal: AbortSignal): Promise<ReplayAnswer> {
  const result = await runAsked(sessionId, signal, () => run({ kind: 'replay', sessionId, timestamp }, signal));
  if (result.kind !== 'replay') throw new TypeError('the worker answered something else');
  return result.answer;
}

/** Decides a session again on the service; of each receipt the worker hands over a line. */
export async function forkInWorker(
  sessionId: string,
  forkAt: string,
  policy: Policy,
  signal: AbortSignal,
): Promise<ForkAnswer> {
  const result = await runAsked(sessionId, signal, () => run({ kind: 'fork', sessionId, forkAt, policy }, signal));
  if (result.kind !== 'fork') throw new TypeError('the worker answered something else');
  return result.answer;
}

/** Opens a fork of a session again. */
export async function openForkInWorker(sessionId: string, forkId: string, signal: AbortSignal): Promise<ForkAnswer> {
  const result = await runAsked(sessionId, signal, () => run({ kind: 'fork-again', forkId }, signal));
  if (result.kind !== 'fork') throw new TypeError('the worker answered something else');
  return result.answer;
}

/** Recomputes what the proof of one receipt states. */
export async function checkProof(proof: NodeProof, signal: AbortSignal): Promise<ProofReport> {
  const result = await run({ kind: 'proof', proof }, signal);
  if (result.kind !== 'proof') throw new TypeError('the worker answered something else');
  return result.report;
}
