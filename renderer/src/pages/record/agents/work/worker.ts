/** The worker of the Agents page: reads receipts, packs them as columns, recomputes chains and proofs. */

import { MOST_OUTLINED } from '@touchstone/core/api/agents/outline-schema.ts';
import { replay } from '@touchstone/core/api/agents/replay.ts';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import { ApiFailure, ConnectionFailure, createClient, pathFor } from '@touchstone/core/api/client.ts';
import { isErrorCode } from '@touchstone/core/api/errors.ts';
import { webVerifier } from '../../../../lib/web-signatures.ts';
import { words } from '../../../../words/record/agents-session-outcomes.ts';
import { columnsOfOutline, transferables } from '../data/columns.ts';
import type { Outline, Receipt } from '../data/queries.ts';
import { answerOf } from '../fork/fork-answer.ts';
import { reportChain } from './chain-report.ts';
import type {
  AgentNews,
  AgentResult,
  AgentTask,
  FromAgentWorker,
  ToAgentWorker,
  WorkerAccess,
  WorkerFailure,
} from './messages.ts';
import { reportProof } from './proof-report.ts';

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromAgentWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToAgentWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

/** A replay of a hundred thousand receipts takes long; the person who waits for it can cancel it. */
const LONG_MS = 600_000;

/** The most receipts that the server gives at once, and a share of an outline that comes soon and often enough. */
const PAGE = 1_000;
const OUTLINE_PAGE = MOST_OUTLINED / 2;

const verifier = webVerifier();
const running = new Map<number, AbortController>();

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'run') void run(data.id, data.task, data.access);
  else running.get(data.id)?.abort();
});

async function run(id: number, task: AgentTask, access: WorkerAccess): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const tell = (news: AgentNews) => {
    scope.postMessage({ id, type: 'news', news }, news.kind === 'page' ? transferables(news.columns) : []);
  };
  try {
    const result = await perform(task, access, controller.signal, tell);
    scope.postMessage({ id, type: 'done', result }, []);
  } catch (error) {
    scope.postMessage({ id, type: 'failed', failure: failureOf(error) }, []);
  } finally {
    running.delete(id);
  }
}

async function perform(
  task: AgentTask,
  access: WorkerAccess,
  signal: AbortSignal,
  tell: (news: AgentNews) => void,
): Promise<AgentResult> {
  switch (task.kind) {
    case 'load':
      for await (const outline of outlinesOf(task.sessionId, task.after, access, signal)) {
        if (outline.node_ids.length > 0) tell({ kind: 'page', columns: columnsOfOutline(outline) });
      }
      return { kind: 'ended' };
    case 'chain': {
      const pages = pagesOf(task.sessionId, access, signal);
      const report = await reportChain(task.sessionId, pages, (nodes) => tell({ kind: 'checked', nodes }));
      return { kind: 'chain', report };
    }
    case 'bundle':
      return { kind: 'bundle', file: await fetchBundle(task, access, signal, tell) };
    case 'replay': {
      const body = { session_id: task.sessionId, timestamp: task.timestamp };
      const answer = await clientOf(access).agents.replay.run({ body }, { signal, timeoutMs: LONG_MS });
      const { nodes, chain_intact: isIntact, replayed_at: replayedAt } = answer;
      return { kind: 'replay', answer: { nodes: nodes.length, isIntact, replayedAt } };
    }
    case 'fork': {
      const body = { session_id: task.sessionId, fork_at: task.forkAt, policy: task.policy };
      const fork = await clientOf(access).agents.replay.fork({ body }, { signal, timeoutMs: LONG_MS });
      return { kind: 'fork', answer: answerOf(fork) };
    }
    case 'fork-again': {
      const fork = await clientOf(access).agents.replay.read(
        { params: { id: task.forkId } },
        { signal, timeoutMs: LONG_MS },
      );
      return { kind: 'fork', answer: answerOf(fork) };
    }
    case 'proof':
      return { kind: 'proof', report: await reportProof(task.proof, verifier) };
  }
}

/** What the worker asks the server. */
function clientOf({ token, project }: WorkerAccess) {
  return createClient(
    { agents: { sessions, replay } },
    { baseUrl: '', token: () => token, project: () => project, fetch: workerFetch },
  );
}

/** The outline of a session, from its first so many receipts on; the first page is small, so that there is something to see. */
async function* outlinesOf(
  sessionId: string,
  from: number,
  access: WorkerAccess,
  signal: AbortSignal,
): AsyncGenerator<Outline> {
  const client = clientWith(access);
  const read = (after: number) => {
    const query = { after, limit: after === 0 ? PAGE : OUTLINE_PAGE };
    return client.agents.sessions.outline({ params: { id: sessionId }, query }, { signal });
  };
  yield* ahead(read(from), ({ next }) => (next === null ? null : read(next)));
}

/** The receipts of a session in the order of the chain. */
async function* pagesOf(
  sessionId: string,
  access: WorkerAccess,
  signal: AbortSignal,
): AsyncGenerator<readonly Receipt[]> {
  const client = clientWith(access);
  const read = (after: string | null) => {
    const query = { limit: PAGE, ...(after === null ? {} : { after }) };
    return client.agents.sessions.nodes({ params: { id: sessionId }, query }, { signal });
  };
  const pages = ahead(read(null), ({ next_cursor: next }) => (next === null ? null : read(next)));
  for await (const { items } of pages) yield items;
}

/** Answers one after the other; each is asked for while the one before is looked at. */
async function* ahead<T>(first: Promise<T>, next: (answer: T) => Promise<T> | null): AsyncGenerator<T> {
  for (let asked: Promise<T> | null = first; asked !== null; ) {
    const answer: T = await asked;
    asked = next(answer);
    // It may fail while this answer is looked at; who asks for the next one hears of it then.
    asked?.catch(() => undefined);
    yield answer;
  }
}

function clientWith({ token, project }: WorkerAccess) {
  return createClient(
    { agents: { sessions } },
    { baseUrl: '', token: () => token, project: () => project, fetch: workerFetch },
  );
}

const workerFetch: Parameters<typeof createClient>[1]['fetch'] = (url, { method, headers, body, signal }) =>
  fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal instanceof AbortSignal ? { signal } : {}),
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
  });

/** Between two words about how much has come, bytes. */
const TOLD_BYTES = 256 * 1024;

/** A bundle may be larger than any text that a program holds: it is never read here, only kept. */
async function fetchBundle(
  { sessionId, openings }: Extract<AgentTask, { kind: 'bundle' }>,
  { token, project }: WorkerAccess,
  signal: AbortSignal,
  tell: (news: AgentNews) => void,
): Promise<Blob> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (project !== null) headers['x-svc-project'] = project;
  const path = pathFor(sessions.bundle, { id: sessionId }, openings === 'all' ? {} : { openings });
  let answer: Response;
  try {
    answer = await fetch(path, { headers, signal, credentials: 'omit', redirect: 'error', cache: 'no-store' });
  } catch (error) {
    throw new ConnectionFailure('unreachable', words.worker.unreachable, error);
  }
  if (answer.status !== 200 || answer.body === null) throw await refusalOf(answer);
  const parts: BlobPart[] = [];
  let bytes = 0;
  let told = 0;
  for await (const part of answer.body) {
    parts.push(part);
    bytes += part.length;
    if (bytes - told < TOLD_BYTES) continue;
    told = bytes;
    tell({ kind: 'fetched', bytes });
  }
  return new Blob(parts, { type: 'application/json' });
}

/** What the server says of a bundle that it does not give. */
async function refusalOf(answer: Response): Promise<ApiFailure> {
  const body: unknown = await answer.json().catch(() => null);
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const { code, message } = typeof error === 'object' && error !== null ? { code: '', message: '', ...error } : {};
  return typeof code === 'string' && isErrorCode(code) && typeof message === 'string'
    ? new ApiFailure(code, message, answer.status, null, null)
    : new ApiFailure('UNKNOWN', words.worker.status(answer.status), answer.status, null, null);
}

function failureOf(error: unknown): WorkerFailure {
  if (error instanceof ApiFailure) {
    const { code, message, status } = error;
    return { kind: 'refused', code, message, status };
  }
  if (error instanceof ConnectionFailure) return { kind: error.kind, message: error.message };
  return { kind: 'broke', message: error instanceof Error ? error.message : String(error) };
}
