/** The proxy's recorder over a session of the client library: what is attested waits in its outbox until it is stored. */
import { TOOL_CALL } from '@touchstone/core/agent/policy.ts';
import { toolBody } from '@touchstone/core/agent/sdk/bodies.ts';
import { newKey } from '@touchstone/core/agent/sdk/connection.ts';
import { MissingReceipt } from '@touchstone/core/agent/sdk/failures.ts';
import { systemPlatform } from '@touchstone/core/agent/sdk/platform.ts';
import type { Attested } from '@touchstone/core/agent/sdk/types/acts.ts';
import type { ConnectionOptions } from '@touchstone/core/agent/sdk/types/connection.ts';
import type { RefusedEntry } from '@touchstone/core/agent/sdk/types/outbox.ts';
import type { AgentSession, SessionOptions } from '@touchstone/core/agent/sdk/types/session.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { refusedActs, type SessionOutbox } from '../agents/outboxes.ts';
import {
  type CallReceipt,
  type Decision,
  type Recorder,
  type StartedCall,
  type StoredReceipt,
  Undecided,
} from './recorder.ts';

export interface RecorderOptions {
  readonly connection: Pick<ConnectionOptions, 'url' | 'apiKey'>;
  readonly session: SessionOptions;
  /** The prefix of tool names in decisions and receipts. */
  readonly toolPrefix: string;
  /** The agent's id; called until it answers. Rejects with ApiFailure or ConnectionFailure. */
  readonly agentId: (signal: AbortSignal) => Promise<string>;
  /** Keeps what is recorded until the service has it; closed by `end`. */
  readonly outbox: SessionOutbox;
  /** Called once, when the session is open. */
  readonly onOpen: () => void;
  readonly note: (text: string) => void;
}

export interface RecordedSession {
  readonly sessionId: string;
  /** Receipts, the end among them, that the service does not have yet. */
  readonly waiting: number;
  /** What the service refused for good. */
  readonly refused: readonly RefusedEntry[];
  /** The file that keeps both; null where there is none. */
  readonly file: string | null;
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
/**
 * How long a result is held back for its receipt. Then the receipt goes on waiting alone, and no call is allowed meanwhile.
 * Where the service could not be reached a moment ago, it is held back only until the outbox has it.
 */
const RECEIPT_MS = 3_000;
/** How long the end waits for what has not been delivered, and for the seal. */
const END_MS = 15_000;

/** The longest name of a tool in a receipt, with its prefix. */
const MOST_NAME_LENGTH = 200;

/** The action type under which messages without receipts of their own are listed. */
export const UNATTESTED = 'mcp.unattested';

export function createSessionRecorder(options: RecorderOptions): SessionRecorder {
  const { toolPrefix, outbox, note } = options;
  let session: AgentSession | null = null;
  let opening: Promise<AgentSession> | null = null;
  /** Calls that were refused while there was no session to record them in. */
  let unrecorded = 0;
  const asking = new Set<AbortController>();
  let wasAway = false;

  function giveUpSoon(question: AbortController): void {
    setTimeout(() => question.abort(), AWAY_MS).unref();
  }

  async function opened(): Promise<AgentSession> {
    if (session !== null) return session;
    opening ??= start().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function start(): Promise<AgentSession> {
    const agentId = await options.agentId(AbortSignal.timeout(DECISION_MS));
    const agent = agentsOn(systemPlatform).withId(agentId, {
      ...options.connection,
      outbox,
      onProblem: ({ kind, message }) => {
        note(message);
        if (kind !== 'waiting') return;
        wasAway = true;
        for (const question of asking) giveUpSoon(question);
      },
    });
    const started = await agent.start({ ...options.session, waitMs: DECISION_MS });
    // Before anything is recorded: an entry counts only if it is kept.
    await outbox.keepFor(started.sessionId);
    session = started;
    options.onOpen();
    return started;
  }

  return {
    async open() {
      return (await opened()).sessionId;
    },

    async evaluate(tool, requestHash, judged): Promise<Decision> {
      if (toolPrefix.length + tool.length > MOST_NAME_LENGTH) throw new Undecided('the name of the tool is too long.');
      const question = new AbortController();
      asking.add(question);
      if (wasAway) giveUpSoon(question);
      try {
        const { allowed, rule, receipt } = await (await opened()).policy(
          {
            actionType: TOOL_CALL,
            targetResource: toolPrefix + tool,
            parameters: { request_hash: requestHash, ...judged },
          },
          { waitMs: DECISION_MS, signal: question.signal },
        );
        wasAway = false;
        return { allowed, rule, nodeId: receipt.node_id };
      } catch (error) {
        throw new Undecided(reasonOf(error), { cause: error });
      } finally {
        asking.delete(question);
      }
    },

    async begin({ tool, requestHash, metadata }: StartedCall) {
      if (session === null) return null;
      const { agentId, sessionId } = session;
      const ids = { agent_id: agentId, session_id: sessionId };
      const cut = { ...metadata, reason: 'the proxy ended before the answer: the outcome is not known' };
      const call = { name: toolPrefix + tool, inputHash: requestHash, status: 'failure' as const, metadata: cut };
      const key = newKey(systemPlatform);
      const entry = { key, sessionId, operation: 'tool', body: { ...toolBody(ids, call) }, createdAt: Date.now() };
      await outbox.add(entry).catch(() => note('The outbox could not be written.'));
      return key;
    },

    async attest({ tool, requestHash, responseHash, key, status, metadata }: CallReceipt) {
      if (session === null) {
        unrecorded++;
        return null;
      }
      const { receipt } = await session.toolCall({
        name: toolPrefix + tool,
        inputHash: requestHash,
        ...(responseHash === undefined ? {} : { outputHash: responseHash }),
        status,
        metadata,
        ...(key === null ? {} : { key }),
        letsPass: status === 'denied',
      });
      return wasAway ? null : idOf(receipt, RECEIPT_MS);
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
      await idOf(receipt, RECEIPT_MS);
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
      await session.close().catch(() => undefined);
      await outbox.close().catch(() => note('The outbox could not be closed; what waits in it is kept.'));
      return { sessionId, waiting: outbox.pending().length, refused: refusedActs(outbox), file: outbox.file, bundle };
    },
  };
}

function reasonOf(error: unknown): string {
  if (isAway(error)) return 'Touchstone, which decides on it, does not answer now.';
  if (error instanceof MissingReceipt || error instanceof ApiFailure) {
    return `Touchstone, which decides on it, could not be asked. ${error.message}`;
  }
  return 'something unexpected went wrong.';
}

/** Whether the service did not answer at all, as opposed to a refusal or an unusable answer. */
export function isAway(error: unknown): boolean {
  if (error instanceof MissingReceipt) {
    return ['waiting', 'aborted'].includes(error.reason) || error.cause instanceof ConnectionFailure;
  }
  return error instanceof ConnectionFailure;
}

/** Waits for a receipt, for a bounded time. One that was refused is reported by the outbox. */
async function idOf(receipt: Attested['receipt'], milliseconds: number): Promise<StoredReceipt> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  const stored = receipt.then((one) => one?.node_id ?? null).catch(() => null);
  const id = await Promise.race([stored, promise]);
  clearTimeout(timer);
  return id;
}
