/** The proxy's recorder over a session of the client library: what is attested waits in its outbox until it is stored. */
import { TOOL_CALL } from '@touchstone/core/agent/policy.ts';
import { MissingReceipt } from '@touchstone/core/agent/sdk/failures.ts';
import { createMemoryOutbox } from '@touchstone/core/agent/sdk/memory-outbox.ts';
import { systemPlatform } from '@touchstone/core/agent/sdk/platform.ts';
import type { AgentSession, ConnectionOptions, SessionOptions } from '@touchstone/core/agent/sdk/types.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { type CallReceipt, type Decision, type Recorder, Undecided } from './recorder.ts';

export interface RecorderOptions {
  readonly connection: Pick<ConnectionOptions, 'url' | 'apiKey'>;
  readonly session: SessionOptions;
  /** Put before the names of tools where they are judged and recorded. */
  readonly toolPrefix: string;
  /** The agent's id; called until it answers. Rejects with ApiFailure or ConnectionFailure. */
  readonly agentId: (signal: AbortSignal) => Promise<string>;
  readonly note: (text: string) => void;
}

export interface RecordedSession {
  readonly sessionId: string;
  /** Receipts that the service refused, or that could not be delivered. */
  readonly lost: number;
  /** The session as a `*.pqs.json` document; null where it could not be fetched. */
  readonly bundle: Readonly<Record<string, unknown>> | null;
}

export interface SessionRecorder extends Recorder {
  /** Opens the session. Rejects with MissingReceipt, ApiFailure or ConnectionFailure; later calls try again. */
  open(): Promise<string>;
  /** Delivers what is left and seals the session; null where none was ever open. Never rejects. */
  end(summary: string, wantsBundle: boolean): Promise<RecordedSession | null>;
}

/** How long a decision may take where the service answers slowly. The agent waits for it, and is refused when it does not come. */
const DECISION_MS = 20_000;
/** How long it may take where the service could not be reached a moment ago. */
const AWAY_MS = 2_000;
/** How long a result is held back for its receipt. Then the receipt goes on waiting alone, and no call is allowed meanwhile. */
const RECEIPT_MS = 3_000;
/** How long the end waits for what has not been delivered, and for the seal. */
const END_MS = 15_000;

/** Of a tool, with its prefix, in a receipt. */
const MOST_NAME_LENGTH = 200;

/** The action type under which messages without receipts of their own are listed. */
export const UNATTESTED = 'mcp.unattested';

export function createSessionRecorder(options: RecorderOptions): SessionRecorder {
  const { toolPrefix, note } = options;
  let session: AgentSession | null = null;
  let opening: Promise<AgentSession> | null = null;
  /** Calls that were refused while there was no session to record them in. */
  let unrecorded = 0;
  const outbox = createMemoryOutbox();
  const asking = new Set<AbortController>();
  let isAway = false;

  function giveUpSoon(question: AbortController): void {
    setTimeout(() => question.abort(), AWAY_MS).unref();
  }

  async function opened(): Promise<AgentSession> {
    if (session !== null) return session;
    opening ??= start().finally(() => {
      opening = null;
    });
    session = await opening;
    return session;
  }

  async function start(): Promise<AgentSession> {
    const agentId = await options.agentId(AbortSignal.timeout(DECISION_MS));
    const agent = agentsOn(systemPlatform).withId(agentId, {
      ...options.connection,
      outbox,
      onProblem: ({ kind, message }) => {
        note(message);
        if (kind !== 'waiting') return;
        isAway = true;
        for (const question of asking) giveUpSoon(question);
      },
    });
    return agent.start({ ...options.session, waitMs: DECISION_MS });
  }

  return {
    async open() {
      return (await opened()).sessionId;
    },

    async evaluate(tool, requestHash, judged): Promise<Decision> {
      if (toolPrefix.length + tool.length > MOST_NAME_LENGTH) throw new Undecided('the name of the tool is too long.');
      const question = new AbortController();
      asking.add(question);
      if (isAway) giveUpSoon(question);
      try {
        const { allowed, rule, receipt } = await (await opened()).policy(
          {
            actionType: TOOL_CALL,
            targetResource: toolPrefix + tool,
            parameters: { request_hash: requestHash, ...judged },
          },
          { waitMs: DECISION_MS, signal: question.signal },
        );
        isAway = false;
        return { allowed, rule, nodeId: receipt.node_id };
      } catch (error) {
        throw new Undecided(reasonOf(error), { cause: error });
      } finally {
        asking.delete(question);
      }
    },

    async attest({ tool, requestHash, responseHash, status, metadata }: CallReceipt) {
      if (session === null) {
        unrecorded++;
        return;
      }
      const { receipt } = await session.toolCall({
        name: toolPrefix + tool,
        inputHash: requestHash,
        ...(responseHash === undefined ? {} : { outputHash: responseHash }),
        status,
        metadata,
      });
      await waitFor(receipt, RECEIPT_MS);
    },

    async attestPassed(counts) {
      if (session === null || counts.size + unrecorded === 0) return;
      const listed = Object.fromEntries(counts);
      if (unrecorded > 0) listed['proxy:tools/call (refused, no session was open)'] = unrecorded;
      const total = Object.values(listed).reduce((sum, count) => sum + count, 0);
      const { receipt } = await session.action({
        actionType: UNATTESTED,
        summary: `${total} messages passed the MCP proxy without a receipt of their own; the metadata counts them by sender and method.`,
        input: listed,
        metadata: listed,
      });
      await waitFor(receipt, RECEIPT_MS);
    },

    async end(summary, wantsBundle) {
      if (session === null) return null;
      const { sessionId } = session;
      try {
        await session.stop({ summary, waitMs: END_MS });
      } catch (error) {
        note(`The session could not be ended: ${reasonOf(error)}`);
      }
      // A session that has run out cannot be ended, and is sealed all the same.
      const bundle = wantsBundle ? await session.bundle({ waitMs: END_MS }).catch(() => null) : null;
      const lost = outbox.pending().length + outbox.refused().length;
      await session.close().catch(() => undefined);
      return { sessionId, lost, bundle };
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof MissingReceipt && (error.reason === 'waiting' || error.reason === 'aborted')) {
    return 'the service does not answer now.';
  }
  if (error instanceof MissingReceipt || error instanceof ApiFailure || error instanceof ConnectionFailure) {
    return `the service could not be asked. ${error.message}`;
  }
  return 'something unexpected went wrong.';
}

/** Waits for a receipt, but not for ever, and not for one that will never come: the outbox tells of those. */
async function waitFor(receipt: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([receipt.then(() => undefined).catch(() => undefined), promise]);
  clearTimeout(timer);
}
