/**
 * The MCP proxy (S21): every `tools/call` is judged before and attested after it is forwarded; everything else passes and
 * is counted. Nothing is forwarded as it came: both directions are read strictly and written anew.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { nameOf, refusal, taskOf, textsOf } from './answers.ts';
import { hashOf, type JudgedArguments, readCall, type ToolCall } from './call.ts';
import type { Line } from './lines.ts';
import { type LongMessage, readEnds } from './long-line.ts';
import {
  errorTo,
  RPC,
  type RpcError,
  type RpcFault,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResult,
  readLine,
  textOf,
} from './message.ts';
import { createPassedCounts } from './passed.ts';
import { type CallReceipt, type Decision, type Recorder, type StoredReceipt, Undecided } from './recorder.ts';

export interface ProxyOptions {
  /** Writes one line, without its line feed. */
  readonly toClient: (text: string) => void;
  readonly toServer: (text: string) => void;
  readonly recorder: Recorder;
  /** Tools that are refused here, whatever the policy says. */
  readonly deny: ReadonlySet<string>;
  readonly judged: JudgedArguments;
  /** Milliseconds after which a call is given up; null waits as long as the client does. */
  readonly callTimeoutMs: number | null;
  /** For the person at the terminal; one sentence. */
  readonly note: (text: string) => void;
}

export interface ProxyTally {
  readonly calls: number;
  readonly denied: number;
}

export interface McpProxy {
  fromClient(line: Line): void;
  fromServer(line: Line): void;
  /** The server is gone: what waits for it has failed. `reason` is a sentence. */
  serverEnded(reason: string): void;
  /** Settles when every call that was taken so far has been forwarded or refused. */
  judged(): Promise<void>;
  /** Settles when every call that was begun has been answered and attested. */
  settled(): Promise<void>;
  /** Records what passed without a receipt of its own. */
  finish(): Promise<ProxyTally>;
}

type Answer = RpcResult | RpcError;

/** Requests of one batch, which are answered in one array. */
interface Batch {
  open: number;
  readonly answers: Answer[];
}

interface Pending {
  readonly id: RpcId;
  readonly method: string;
  readonly batch: Batch | null;
  /** Of a `tools/call`, or of the fetching of a task's result. */
  readonly call: OpenCall | null;
}

interface OpenCall {
  readonly call: ToolCall;
  readonly isTask: boolean;
  metadata: Record<string, string>;
  /** Under which the recorder keeps that the call was begun; null before. */
  key: string | null;
  state: 'judged' | 'forwarded' | 'attested';
  isCancelled: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Most requests of one side that may wait for an answer. */
const MOST_PENDING = 10_000;

const LIMIT = `${MAX_FILE_BYTES / 2 ** 20} MiB`;
const TOO_LONG = `Refused: the message is longer than ${LIMIT}.`;
const NOT_STRICT = "the server's answer was no strict JSON-RPC";

export function createProxy(options: ProxyOptions): McpProxy {
  const { toClient, toServer, recorder, deny, note } = options;
  /** Requests of the client and of the server that wait for an answer, by their id. */
  const ofClient = new Map<string, Pending>();
  const ofServer = new Set<string>();
  /** Calls that the server runs as a task and whose result nobody has fetched yet, by the task's id. */
  const tasks = new Map<string, OpenCall>();
  const passed = createPassedCounts();
  const work = new Set<Promise<void>>();
  const judging = new Set<Promise<void>>();
  let serverName: string | null = null;
  let gone: string | null = null;
  let calls = 0;
  let denied = 0;

  function fromClient(line: Line): void {
    if (!(line instanceof Uint8Array)) {
      const { id, hasMethod } = readEnds(line);
      refuse(hasMethod && !isInUse(id) ? id : null, RPC.invalidRequest, TOO_LONG, null);
      return;
    }
    const { isBatch, items } = readLine(line);
    const batch: Batch | null = isBatch ? { open: 1, answers: [] } : null;
    for (const item of items) takeFromClient(item, batch);
    if (batch !== null) closeOne(batch);
  }

  function takeFromClient(item: RpcMessage | RpcFault, batch: Batch | null): void {
    switch (item.kind) {
      case 'fault':
        // An answer under an id that is in use would be taken for that of the request that waits.
        refuse(isInUse(item.id) ? null : item.id, item.code, item.message, batch);
        return;
      case 'request':
        takeRequest(item, batch);
        return;
      case 'notification':
        takeNotification(item);
        return;
      default:
        if (item.id !== null && ofServer.delete(keyOf(item.id))) toServer(textOf(item));
        else note('The client answered what nobody had asked; the answer was dropped.');
    }
  }

  function isInUse(id: RpcId | null): boolean {
    return id !== null && ofClient.has(keyOf(id));
  }

  function takeRequest(request: RpcRequest, batch: Batch | null): void {
    const { id, method } = request;
    const key = keyOf(id);
    if (ofClient.has(key)) refuse(null, RPC.invalidRequest, 'Refused: the id is in use.', batch);
    else if (ofClient.size >= MOST_PENDING) refuse(id, RPC.internal, 'Too many requests wait for an answer.', batch);
    else if (gone !== null) refuse(id, RPC.internal, gone, batch);
    else if (method === 'tools/call') takeCall(key, request, batch);
    else {
      const call = method === 'tasks/result' ? resultOf(request.params?.taskId) : null;
      if (call === null) passed.add('client', method);
      expectAnswer(key, { id, method, batch, call });
      toServer(textOf(request));
    }
  }

  function takeCall(key: string, request: RpcRequest, batch: Batch | null): void {
    const { id, method, params } = request;
    const call = readCall(params, options.judged);
    if (typeof call === 'string') {
      passed.add('client', 'tools/call (refused)');
      refuse(id, RPC.invalidParams, `Refused: ${call}`, batch);
      return;
    }
    const metadata = textsOf(call.judged);
    if (serverName !== null) metadata.mcp_server = serverName;
    const isTask = params?.task !== undefined;
    const open: OpenCall = { call, isTask, metadata, key: null, state: 'judged', isCancelled: false, timer: null };
    const pending: Pending = { id, method, batch, call: open };
    expectAnswer(key, pending);
    calls++;
    const judgement = judge(key, pending, open, request);
    const done = judgement.catch(() => undefined).finally(() => judging.delete(done));
    judging.add(done);
    run(judgement);
  }

  /** Judges a call and forwards it or says why not. */
  async function judge(key: string, pending: Pending, open: OpenCall, request: RpcRequest): Promise<void> {
    const { call } = open;
    let decision: Decision;
    try {
      decision = deny.has(call.tool)
        ? { allowed: false, rule: 'proxy.deny', nodeId: '' }
        : await recorder.evaluate(call.tool, call.requestHash, call.judged);
    } catch (error) {
      const reason = error instanceof Undecided ? error.message : 'the policy could not be evaluated.';
      denied++;
      if (!(error instanceof Undecided)) note('The policy could not be evaluated because of an unexpected error.');
      open.metadata.reason = 'the policy could not be evaluated';
      await attest(open, { status: 'denied' });
      return answer(key, refusal(pending.id, open.isTask, RPC.undecided, `Not called: ${reason}`, null));
    }
    if (decision.nodeId !== '') open.metadata.policy_node = decision.nodeId;
    if (!decision.allowed) {
      denied++;
      const rule = decision.rule ?? 'the policy';
      if (decision.nodeId === '') open.metadata.reason = rule;
      const recorded = await attest(open, { status: 'denied' });
      const text = `Denied by ${rule}: the tool ${JSON.stringify(call.tool)} was not called.`;
      // Where this proxy decided, its decision is in the receipt of the refused call.
      const nodeId = decision.nodeId === '' ? (recorded ?? '') : decision.nodeId;
      return answer(key, refusal(pending.id, open.isTask, RPC.denied, text, { ...decision, nodeId }));
    }
    open.key = await recorder.begin({ tool: call.tool, requestHash: call.requestHash, metadata: open.metadata });
    if (open.isCancelled || gone !== null) {
      open.metadata.reason = open.isCancelled ? 'cancelled before it was forwarded' : 'the server ended before';
      await attest(open, { status: open.isCancelled ? 'timeout' : 'failure' });
      return answer(key, open.isCancelled ? null : errorTo(pending.id, RPC.internal, gone ?? ''));
    }
    open.state = 'forwarded';
    if (options.callTimeoutMs !== null) {
      open.timer = setTimeout(() => run(giveUp(key, pending, open)), options.callTimeoutMs);
    }
    toServer(textOf(request));
  }

  async function giveUp(key: string, pending: Pending, open: OpenCall): Promise<void> {
    if (!begins(open)) return;
    const reason = `the tool did not answer within ${(options.callTimeoutMs ?? 0) / 1_000} s`;
    const params = { requestId: pending.id, reason };
    toServer(textOf({ kind: 'notification', method: 'notifications/cancelled', params }));
    open.metadata.reason = reason;
    await attest(open, { status: 'timeout' });
    answer(key, errorTo(pending.id, RPC.internal, `Given up: ${reason}.`));
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
    if (gone === null) toServer(textOf(notification));
  }

  /** Whether the server has to hear of the cancellation. */
  function cancel(params: JsonObject | undefined): boolean {
    const id = params?.requestId;
    const key = typeof id === 'string' || typeof id === 'number' ? keyOf(id) : '';
    const pending = ofClient.get(key);
    if (pending === undefined) return true;
    const { call: open } = pending;
    if (open === null) {
      // The server need not answer, and the client does not wait any more.
      if (pending.method !== 'initialize') answer(key, null);
      return true;
    }
    if (open.state === 'judged') {
      open.isCancelled = true;
      return false;
    }
    if (begins(open)) {
      open.metadata.reason = 'cancelled by the client';
      run(attest(open, { status: 'timeout' }).then(() => answer(key, null)));
    }
    return true;
  }

  function fromServer(line: Line): void {
    if (line instanceof Uint8Array) for (const item of readLine(line).items) takeFromServer(item);
    else takeLongFromServer(readEnds(line));
  }

  function takeLongFromServer({ id, hasMethod }: LongMessage): void {
    note('The server sent a message that is too long; it was dropped.');
    if (hasMethod) {
      if (id !== null && !ofServer.has(keyOf(id))) toServer(textOf(errorTo(id, RPC.invalidRequest, TOO_LONG)));
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
    const waiting = [...ofClient].filter(([, { call }]) => call === null || call.state === 'forwarded');
    const [key = null] = waiting.find(([, { call }]) => call !== null) ?? waiting[0] ?? [];
    return key;
  }

  function takeFromServer(item: RpcMessage | RpcFault): void {
    switch (item.kind) {
      case 'fault': {
        note(`A message of the server was dropped. ${item.message}`);
        // The client would wait for ever, and the call has ended in a way that nobody can read.
        const text = `The server's answer was not usable. ${item.message}`;
        if (item.id !== null && !fail(keyOf(item.id), NOT_STRICT, text)) passed.add('server', 'late response');
        return;
      }
      case 'request':
        if (ofServer.size >= MOST_PENDING || ofServer.has(keyOf(item.id))) {
          toServer(
            textOf(errorTo(item.id, RPC.invalidRequest, 'Refused: the id is in use, or too many requests wait.')),
          );
          return;
        }
        passed.add('server', item.method);
        ofServer.add(keyOf(item.id));
        toClient(textOf(item));
        return;
      case 'notification':
        passed.add('server', item.method);
        if (item.method === 'notifications/cancelled') forget(item.params);
        toClient(textOf(item));
        return;
      default:
        respond(item);
    }
  }

  /** The server does not wait for this request's answer any more. */
  function forget(params: JsonObject | undefined): void {
    const id = params?.requestId;
    if (typeof id === 'string' || typeof id === 'number') ofServer.delete(keyOf(id));
  }

  function respond(response: Answer): void {
    if (response.id === null) {
      toClient(textOf(response));
      return;
    }
    const key = keyOf(response.id);
    const pending = ofClient.get(key);
    if (pending === undefined) {
      passed.add('server', 'late response');
      return;
    }
    const { call: open } = pending;
    if (open !== null) {
      // An answer to what was not asked yet is none; one to what has been given up comes too late.
      if (begins(open)) run(settle(key, open, response));
      else passed.add('server', 'late response');
      return;
    }
    if (response.kind === 'result' && pending.method === 'initialize') serverName = nameOf(response.result);
    answer(key, response);
  }

  async function settle(key: string, open: OpenCall, response: Answer): Promise<void> {
    if (response.kind === 'error') {
      await attest(open, { status: 'failure', responseHash: hashOf(response.error) });
      return answer(key, response);
    }
    const { result } = response;
    const taskId = open.isTask ? taskOf(result) : null;
    if (taskId !== null) {
      open.metadata.task_id = taskId;
      if (tasks.size < MOST_PENDING) tasks.set(taskId, open);
    } else if (!open.isTask && open.metadata.task_id !== undefined) tasks.delete(open.metadata.task_id);
    const hasFailed = isJsonObject(result) && result.isError === true;
    await attest(open, {
      status: taskId !== null ? 'pending' : hasFailed ? 'failure' : 'success',
      responseHash: hashOf(result),
    });
    answer(key, response);
  }

  async function attest(open: OpenCall, outcome: Pick<CallReceipt, 'status' | 'responseHash'>): Promise<StoredReceipt> {
    open.state = 'attested';
    const { key, metadata } = open;
    const { tool, requestHash } = open.call;
    try {
      return await recorder.attest({ tool, requestHash, key, ...outcome, metadata });
    } catch {
      // Whatever happens to the receipt, the client waits for its answer.
      note('A call could not be attested because of an unexpected error.');
      return null;
    }
  }

  /** Takes a forwarded call for its end; false where that has begun already or nothing was forwarded. */
  function begins(open: OpenCall): boolean {
    if (open.state !== 'forwarded') return false;
    open.state = 'attested';
    if (open.timer !== null) clearTimeout(open.timer);
    return true;
  }

  function serverEnded(reason: string): void {
    gone = reason;
    for (const key of [...ofClient.keys()]) fail(key, reason.slice(0, 1_000), reason);
  }

  /**
   * Answers a request that has failed at the server: `text` for the client; `reason` for the receipt, with nothing of
   * what the server sent. False where nothing waits for the server under this id.
   */
  function fail(key: string, reason: string, text: string): boolean {
    const pending = ofClient.get(key);
    if (pending === undefined) return false;
    const { id, call: open } = pending;
    const error = errorTo(id, RPC.internal, text);
    if (open === null) {
      answer(key, error);
      return true;
    }
    if (!begins(open)) return false;
    open.metadata.reason = reason;
    run(attest(open, { status: 'failure' }).then(() => answer(key, error)));
    return true;
  }

  /** The fetching of a task's result, which is attested under the name and request of the call that began it. */
  function resultOf(taskId: JsonValue | undefined): OpenCall | null {
    const begun = typeof taskId === 'string' ? tasks.get(taskId) : undefined;
    return begun === undefined
      ? null
      : { ...begun, key: null, metadata: { ...begun.metadata }, isTask: false, state: 'forwarded' };
  }

  function expectAnswer(key: string, pending: Pending): void {
    ofClient.set(key, pending);
    if (pending.batch !== null) pending.batch.open++;
  }

  /** Answers a request of the client; null where the client does not wait for an answer any more. */
  function answer(key: string, message: Answer | null): void {
    const pending = ofClient.get(key);
    if (pending === undefined) return;
    ofClient.delete(key);
    const { batch } = pending;
    if (batch === null) {
      if (message !== null) toClient(textOf(message));
      return;
    }
    if (message !== null) batch.answers.push(message);
    closeOne(batch);
  }

  function refuse(id: RpcId | null, code: number, text: string, batch: Batch | null): void {
    const message = errorTo(id, code, text);
    if (batch === null) toClient(textOf(message));
    else batch.answers.push(message);
  }

  /** JSON-RPC 2.0, section 6: one array with all answers, and nothing where there are none. */
  function closeOne(batch: Batch): void {
    batch.open--;
    if (batch.open === 0 && batch.answers.length > 0) toClient(`[${batch.answers.map(textOf).join(',')}]`);
  }

  function run(task: Promise<void>): void {
    const guarded = task
      .catch(() => note('A message could not be handled because of an unexpected error.'))
      .finally(() => work.delete(guarded));
    work.add(guarded);
  }

  async function settled(): Promise<void> {
    while (work.size > 0) await Promise.all(work);
  }

  return {
    fromClient,
    fromServer,
    serverEnded,
    settled,
    async judged() {
      await Promise.all(judging);
    },
    async finish() {
      await settled();
      await recorder.attestPassed(passed.counts());
      return { calls, denied };
    },
  };
}

/** A number and the text of the same digits are different ids. */
function keyOf(id: RpcId): string {
  return JSON.stringify(id);
}
