/** The life of a `tools/call`: judged, forwarded or refused, answered by the server or given up, and attested. */
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { refusal, taskOf, textsOf } from './answers.ts';
import type { Background } from './background.ts';
import { hashOf, type JudgedArguments, readCall } from './call.ts';
import { errorTo, RPC, type RpcRequest, textOf } from './message.ts';
import { beginsToEnd, type OpenCall } from './open-call.ts';
import { type CallReceipt, type Decision, type Recorder, type StoredReceipt, Undecided } from './recorder.ts';
import { type Answer, type Batch, MOST_PENDING, type Pending, type Requests } from './requests.ts';

/** What is known of the server. */
export interface ServerState {
  /** `name@version`; null before it was told. */
  name: string | null;
  /** Why it is gone, a sentence; null while it runs. */
  gone: string | null;
}

interface ToolCallNeeds {
  readonly requests: Requests;
  readonly recorder: Recorder;
  readonly background: Background;
  readonly server: ServerState;
  /** Tools that are refused here, whatever the policy says. */
  readonly deny: ReadonlySet<string>;
  readonly judged: JudgedArguments;
  readonly callTimeoutMs: number | null;
  readonly toServer: (text: string) => void;
  readonly note: (text: string) => void;
}

export interface CallTally {
  readonly calls: number;
  readonly denied: number;
}

export interface ToolCalls {
  /** Takes a call, which is judged in the background. Answers false where its params are refused. */
  take(key: string, request: RpcRequest, batch: Batch | null): boolean;
  /** Ends a call with the answer of the server. */
  settle(key: string, open: OpenCall, response: Answer): void;
  /** Ends a call without one: `reason` for the receipt, `message` for the client, null where it does not wait. */
  end(key: string, open: OpenCall, status: 'failure' | 'timeout', reason: string, message: Answer | null): void;
  /** The fetching of a task's result, which is attested under the name and request of the call that began it. */
  resultOf(taskId: JsonValue | undefined): OpenCall | null;
  /** Settles when every call that was taken so far has been forwarded or refused. */
  allJudged(): Promise<void>;
  tally(): CallTally;
}

export function createToolCalls(needs: ToolCallNeeds): ToolCalls {
  const { requests, recorder, background, server, deny, callTimeoutMs, toServer, note } = needs;
  /** Calls that the server runs as a task and whose result nobody has fetched yet, by the task's id. */
  const tasks = new Map<string, OpenCall>();
  const judging = new Set<Promise<void>>();
  let calls = 0;
  let denied = 0;

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

  /** The policy's decision; null where there is none: then the call was answered and attested as refused. */
  async function decide(key: string, pending: Pending, open: OpenCall): Promise<Decision | null> {
    const { call } = open;
    if (deny.has(call.tool)) return { allowed: false, rule: 'proxy.deny', nodeId: '' };
    try {
      return await recorder.evaluate(call.tool, call.requestHash, call.judged);
    } catch (error) {
      const reason = error instanceof Undecided ? error.message : 'the policy could not be evaluated.';
      denied++;
      if (!(error instanceof Undecided)) note('The policy could not be evaluated because of an unexpected error.');
      open.metadata.reason = 'the policy could not be evaluated';
      await attest(open, { status: 'denied' });
      requests.answer(key, refusal(pending.id, open.isTask, RPC.undecided, `Not called: ${reason}`, null));
      return null;
    }
  }

  async function refuse(key: string, pending: Pending, open: OpenCall, decision: Decision): Promise<void> {
    denied++;
    const rule = decision.rule ?? 'the policy';
    if (decision.nodeId === '') open.metadata.reason = rule;
    const recorded = await attest(open, { status: 'denied' });
    const text = `Denied by ${rule}: the tool ${JSON.stringify(open.call.tool)} was not called.`;
    // Where this proxy decided, its decision is in the receipt of the refused call.
    const nodeId = decision.nodeId === '' ? (recorded ?? '') : decision.nodeId;
    requests.answer(key, refusal(pending.id, open.isTask, RPC.denied, text, { ...decision, nodeId }));
  }

  /** Judges a call and forwards it or says why not. */
  async function judge(key: string, pending: Pending, open: OpenCall, request: RpcRequest): Promise<void> {
    const decision = await decide(key, pending, open);
    if (decision === null) return;
    if (decision.nodeId !== '') open.metadata.policy_node = decision.nodeId;
    if (!decision.allowed) return refuse(key, pending, open, decision);
    const { tool, requestHash } = open.call;
    open.key = await recorder.begin({ tool, requestHash, metadata: open.metadata });
    if (open.isCancelled || server.gone !== null) {
      open.metadata.reason = open.isCancelled ? 'cancelled before it was forwarded' : 'the server ended before';
      await attest(open, { status: open.isCancelled ? 'timeout' : 'failure' });
      requests.answer(key, open.isCancelled ? null : errorTo(pending.id, RPC.internal, server.gone ?? ''));
      return;
    }
    open.state = 'forwarded';
    if (callTimeoutMs !== null) {
      open.timer = setTimeout(() => background.run(giveUp(key, pending, open, callTimeoutMs)), callTimeoutMs);
    }
    toServer(textOf(request));
  }

  async function giveUp(key: string, { id }: Pending, open: OpenCall, afterMs: number): Promise<void> {
    if (!beginsToEnd(open)) return;
    const reason = `the tool did not answer within ${afterMs / 1_000} s`;
    const params = { requestId: id, reason };
    toServer(textOf({ kind: 'notification', method: 'notifications/cancelled', params }));
    end(key, open, 'timeout', reason, errorTo(id, RPC.internal, `Given up: ${reason}.`));
  }

  function end(
    key: string,
    open: OpenCall,
    status: 'failure' | 'timeout',
    reason: string,
    message: Answer | null,
  ): void {
    open.metadata.reason = reason;
    background.run(attest(open, { status }).then(() => requests.answer(key, message)));
  }

  async function attestAnswer(open: OpenCall, response: Answer): Promise<void> {
    if (response.kind === 'error') {
      await attest(open, { status: 'failure', responseHash: hashOf(response.error) });
      return;
    }
    const { result } = response;
    const taskId = open.isTask ? taskOf(result) : null;
    if (taskId !== null) {
      open.metadata.task_id = taskId;
      if (tasks.size < MOST_PENDING) tasks.set(taskId, open);
    } else if (!open.isTask && open.metadata.task_id !== undefined) tasks.delete(open.metadata.task_id);
    const hasFailed = isJsonObject(result) && result.isError === true;
    const status = taskId !== null ? 'pending' : hasFailed ? 'failure' : 'success';
    await attest(open, { status, responseHash: hashOf(result) });
  }

  return {
    take(key, request, batch) {
      const { id, method, params } = request;
      const call = readCall(params, needs.judged);
      if (typeof call === 'string') {
        requests.refuse(id, RPC.invalidParams, `Refused: ${call}`, batch);
        return false;
      }
      const metadata = textsOf(call.judged);
      if (server.name !== null) metadata.mcp_server = server.name;
      const isTask = params?.task !== undefined;
      const open: OpenCall = { call, isTask, metadata, key: null, state: 'judged', isCancelled: false, timer: null };
      const pending: Pending = { id, method, batch, call: open };
      requests.expectAnswer(key, pending);
      calls++;
      const judgement = judge(key, pending, open, request);
      const done = judgement.catch(() => undefined).finally(() => judging.delete(done));
      judging.add(done);
      background.run(judgement);
      return true;
    },
    settle(key, open, response) {
      background.run(attestAnswer(open, response).then(() => requests.answer(key, response)));
    },
    end,
    resultOf(taskId) {
      const begun = typeof taskId === 'string' ? tasks.get(taskId) : undefined;
      return begun === undefined
        ? null
        : { ...begun, key: null, metadata: { ...begun.metadata }, isTask: false, state: 'forwarded' };
    },
    async allJudged() {
      await Promise.all(judging);
    },
    tally: () => ({ calls, denied }),
  };
}
