/**
 * The client library for agents (document 3, "Client-side rules"; decisions, section 9): `Agent.start({…})` opens an
 * attested session, `session.tool(name, run)` wraps a tool. Published as `@touchstone/agent`.
 */

import { canonicalJson } from '../canonical-json.ts';
import { scopeAtStart } from './scope.ts';
import { ask, type Connection, connect, disconnect, newKey, publicConnection, release } from './sdk/connection.ts';
import { deliverOutbox } from './sdk/delivery.ts';
import { MissingReceipt } from './sdk/failures.ts';
import { openOffSession } from './sdk/off-session.ts';
import { readAgent, readKeySets, readProof, readSession, receiptOf } from './sdk/operations.ts';
import { type Platform, writeText } from './sdk/platform.ts';
import { DEFAULT_CHECKPOINT_INTERVAL, DEFAULT_DURATION_SECONDS, openSession } from './sdk/session.ts';
import type { AgentDefaults, AgentEntry, RegisteredAgent, Registration } from './sdk/types/agent.ts';
import type { ConnectionOptions, WaitOptions } from './sdk/types/connection.ts';
import type { AgentReceipt } from './sdk/types/receipt.ts';
import type { AgentSession, SessionOptions } from './sdk/types/session.ts';
import { verifyNode } from './sdk/verification.ts';

/** The defaults of document 3, client rule 5, and of its limits. */
export const DEFAULTS: AgentDefaults = {
  attestation: true,
  agentType: 'autonomous',
  capabilities: ['execute', 'use_tools', 'read_memory'],
  durationSeconds: DEFAULT_DURATION_SECONDS,
  allowedTools: [],
  forbiddenDataClasses: [],
  maxTransactionValue: 0,
  jurisdiction: '',
  redactionLevel: 'metadata_only',
  memoryCheckpointInterval: DEFAULT_CHECKPOINT_INTERVAL,
  timeoutMs: 30_000,
  approvalThreshold: 1,
  approvalTimeoutSeconds: 300,
};

type ResumeOptions = Pick<SessionOptions, 'memoryCheckpointInterval' | 'enforceScope'> & WaitOptions;

/** The SDK's entry on a platform. Its methods reject with MissingReceipt, and throw TypeError for our caller's misuse. */
export function agentsOn(platform: Platform): AgentEntry {
  const entry: AgentEntry = {
    async register(options) {
      if (options.attestation === false) return offAgent(platform, '');
      return connected(platform, options, async (connection) => {
        const { agentId, receipt } = await register(connection, options);
        return agentOf(connection, agentId, receipt);
      });
    },

    withId(agentId, options = {}) {
      if (options.attestation === false) return offAgent(platform, agentId);
      return agentOf(connect(platform, options), agentId, null);
    },

    async start(options) {
      if (options.attestation === false) return offAgent(platform, options.agentId ?? '').start(options);
      return connected(platform, options, async (connection) => {
        const agentId = options.agentId ?? (await register(connection, options)).agentId;
        return start(connection, agentId, options);
      });
    },

    async resume(options) {
      const { agentId, sessionId } = options;
      if (options.attestation === false) return offAgent(platform, agentId).resume(sessionId, options);
      return connected(platform, options, (connection) => resume(connection, agentId, sessionId, options));
    },

    async deliver(options) {
      return deliverOutbox(platform, options);
    },

    async verify(nodeId, options = {}) {
      const connection = publicConnection(platform, options);
      return ask(connection, options, (call) => verifyNode(connection, nodeId, null, call));
    },

    async saveKeySets(path = 'service.pqkeys.json', options = {}) {
      const connection = publicConnection(platform, options);
      const keySets = await ask(connection, options, (call) => readKeySets(connection.client, call));
      await writeText(platform, path, `${JSON.stringify(keySets)}\n`);
      return path;
    },

    async proof(nodeId, options = {}) {
      const connection = publicConnection(platform, options);
      return ask(connection, options, (call) => readProof(connection.client, nodeId, call));
    },
  };
  return entry;
}

/** Runs what needs a connection. Where that fails, the connection is released: the caller has nothing that could be closed. */
async function connected<T>(
  platform: Platform,
  options: ConnectionOptions,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = connect(platform, options);
  try {
    return await use(connection);
  } catch (error) {
    await release(connection);
    throw error;
  }
}

interface RegisteredResult {
  readonly agentId: string;
  /** null where the agent was registered already. */
  readonly receipt: AgentReceipt | null;
}

/** Registers an agent. A canonical name is registered once: where it is known with the same facts, that agent is used. */
async function register(connection: Connection, options: Registration & WaitOptions): Promise<RegisteredResult> {
  const { capabilities = DEFAULTS.capabilities } = options;
  const body = {
    name: options.name,
    canonical_name: options.canonicalName,
    tenant: options.tenant,
    agent_type: options.agentType ?? DEFAULTS.agentType,
    capabilities: [...capabilities],
    redaction_level: options.redactionLevel ?? DEFAULTS.redactionLevel,
  };
  const { client, platform } = connection;
  const headers = { 'idempotency-key': newKey(platform) };
  try {
    const receipt = await ask(connection, options, async (call) =>
      receiptOf(await client.register.create({ headers, body }, call)),
    );
    return { agentId: receipt.agent_id, receipt };
  } catch (error) {
    if (!(error instanceof MissingReceipt) || error.code !== 'CONFLICT') throw error;
    const known = await ask(connection, options, (call) => readAgent(client, options.canonicalName, call));
    if (known === null || canonicalJson(known.facts) !== canonicalJson(body)) throw error;
    return { agentId: known.agentId, receipt: null };
  }
}

function agentOf(connection: Connection, agentId: string, registration: AgentReceipt | null): RegisteredAgent {
  return {
    agentId,
    registration,
    start: (options = {}) => start(connection, agentId, options),
    resume: (sessionId, options = {}) => resume(connection, agentId, sessionId, options),
    close: () => disconnect(connection),
  };
}

async function start(
  connection: Connection,
  agentId: string,
  options: SessionOptions & WaitOptions,
): Promise<AgentSession> {
  const scope = {
    allowed_tools: [...(options.allowedTools ?? DEFAULTS.allowedTools)],
    forbidden_data_classes: [...(options.forbiddenDataClasses ?? DEFAULTS.forbiddenDataClasses)],
    jurisdiction: options.jurisdiction ?? DEFAULTS.jurisdiction,
    max_value: options.maxTransactionValue ?? DEFAULTS.maxTransactionValue,
  };
  const body = {
    agent_id: agentId,
    duration_secs: options.durationSeconds ?? DEFAULTS.durationSeconds,
    scope,
    ...(options.imported === undefined ? {} : { imported: options.imported }),
  };
  const headers = { 'idempotency-key': newKey(connection.platform) };
  // Read before the request is sent, so that by the local clock the session never outlasts the server's.
  const expiresAt = connection.platform.clock() + body.duration_secs * 1000;
  const startReceipt = await ask(connection, options, async (call) =>
    receiptOf(await connection.client.sessions.start({ headers, body }, call)),
  );
  const { session_id: sessionId } = startReceipt;
  if (sessionId === null) throw new MissingReceipt('unreachable', 'The server opened no session.');
  const facts = { agentId, sessionId, scope: scopeAtStart(scope), startReceipt, expiresAt };
  return openSession(connection, { ...facts, ...stated(options) });
}

async function resume(
  connection: Connection,
  agentId: string,
  sessionId: string,
  options: ResumeOptions,
): Promise<AgentSession> {
  // Checked before the server is asked, which calls a session open while its end is still in the outbox.
  const end = connection.outbox.pending().find((entry) => entry.sessionId === sessionId && entry.operation === 'end');
  if (end !== undefined) {
    const message = 'The session cannot be resumed. It was stopped, and its end waits to be delivered.';
    throw new MissingReceipt('ended', message, { key: end.key });
  }
  const session = await ask(connection, options, (call) => readSession(connection.client, sessionId, call));
  if (session.state !== 'open' || session.agent_id !== agentId) {
    const reason = session.state === 'open' ? 'It belongs to another agent.' : `It is ${session.state}.`;
    throw new MissingReceipt('refused', `The session cannot be resumed. ${reason}`);
  }
  // The server states the end by its own clock, which may differ from the local one.
  const facts = { agentId, sessionId, scope: session.scope, startReceipt: null, expiresAt: null };
  return openSession(connection, { ...facts, ...stated(options) });
}

function stated(options: SessionOptions) {
  return {
    checkpointInterval: options.memoryCheckpointInterval ?? DEFAULTS.memoryCheckpointInterval,
    enforceScope: options.enforceScope ?? true,
  };
}

function offAgent(platform: Platform, agentId: string): RegisteredAgent {
  const open = async ({ allowedTools, forbiddenDataClasses, jurisdiction, maxTransactionValue }: SessionOptions = {}) =>
    openOffSession(
      platform,
      agentId,
      scopeAtStart({
        allowed_tools: allowedTools ?? [],
        forbidden_data_classes: forbiddenDataClasses ?? [],
        jurisdiction: jurisdiction ?? '',
        max_value: maxTransactionValue ?? 0,
      }),
    );
  return { agentId, registration: null, start: open, resume: () => open(), close: async () => undefined };
}
