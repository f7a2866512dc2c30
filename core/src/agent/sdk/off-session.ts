/** What a session is while attestation is off: nothing is sent, tools run unchanged, and no answer is made up. */
import { MissingReceipt } from './failures.ts';
import type { Platform } from './platform.ts';
import { inTime } from './tool-call.ts';
import type { Attested, AttestedTool, ToolOptions } from './types/acts.ts';
import type { SessionScope } from './types/receipt.ts';
import type { AgentSession } from './types/session.ts';

/** What needs the server's answer rejects with MissingReceipt (`off`), so that no policy or approval seems to have allowed anything. */
export function openOffSession(platform: Platform, agentId: string, scope: SessionScope): AgentSession {
  const attested = (): Attested => ({ key: '', receipt: Promise.resolve(null) });
  const kept = async () => attested();
  const refuse = async () => {
    throw new MissingReceipt('off', 'Attestation is off.');
  };
  function tool<Run extends (...args: never[]) => unknown>(
    name: string,
    run: Run,
    options?: ToolOptions<Parameters<Run>, Awaited<ReturnType<Run>>>,
  ): AttestedTool<Parameters<Run>, Awaited<ReturnType<Run>>>;
  function tool<Args extends unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
    { timeoutMs }: ToolOptions<Args, Awaited<Result>> = {},
  ): AttestedTool<Args, Awaited<Result>> {
    const call = (...args: Args) => inTime(platform, name, run, args, timeoutMs);
    const withReceipt = async (...args: Args) => ({ result: await call(...args), ...attested() });
    return Object.assign(call, { attested: withReceipt });
  }
  return {
    agentId,
    sessionId: '',
    scope,
    startReceipt: null,
    attestation: false,
    tool,
    toolCall: kept,
    action: kept,
    memory: kept,
    context: () => undefined,
    policy: refuse,
    exposure: refuse,
    approval: refuse,
    delegate: async ({ agent }) => openOffSession(platform, typeof agent === 'string' ? agent : agent.agentId, scope),
    flush: async () => undefined,
    verify: refuse,
    proof: refuse,
    bundle: refuse,
    saveBundle: refuse,
    stop: async () => ({ receipt: null, delivered: 0, refused: [], unfinished: [] }),
    close: async () => undefined,
  };
}
