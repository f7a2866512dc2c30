/**
 * The keys of agents, which the service holds: sealed at rest, opened for the actions that come together, wiped when these
 * are over.
 */

import { AGENT_SIGNATURE_ALGORITHM } from '@touchstone/core/agent/node.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Deps } from '../deps.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { AgentRow } from './store/agents.ts';

type KeyHolder = Pick<AgentRow, 'id' | 'project_id' | 'envelope'>;

/** Where the secret key of an agent is sealed. */
export function agentKeyPlace({ project_id, id }: Pick<AgentRow, 'id' | 'project_id'>): Place {
  return { kind: 'agent-key', project: project_id, object: id, column: 'envelope', version: 1 };
}

/** A key pair for a new agent. The caller wipes the secret key. */
export async function newAgentKey(
  signer: Deps['signer'],
  random: Random,
): Promise<{ readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }> {
  const seed = random(SEED_LENGTH);
  try {
    return await signer.generateKeyPair(AGENT_SIGNATURE_ALGORITHM, seed);
  } finally {
    wipe(seed);
  }
}

/** FIPS 204 algorithm 1: the seed ξ. */
const SEED_LENGTH = 32;

/**
 * Actions that begin within this time of an opening share it: opening takes a fifth of the time of signing, and an agent
 * that acts does so several times in a row. It gives nothing away that is not there anyway: the master key, which opens
 * every one of them, stays in memory as long as the service runs.
 */
const SHARED_MS = 250;

interface OpenedKey {
  readonly secretKey: Uint8Array;
  users: number;
  /** Nobody joins any more; the last that uses it wipes it. */
  isOver: boolean;
}

/** Signs for agents within one action. */
export interface AgentSigner {
  /** ML-DSA-65 over the bytes. It may be asked for several agents. */
  sign(agent: KeyHolder, message: Uint8Array): Promise<Uint8Array>;
}

const opened = new WeakMap<Vault, Map<string, OpenedKey>>();

/** Runs an action that signs; the keys that it used are wiped when their time and the last that shares them are over. */
export async function withAgentKeys<T>(
  { vault, signer }: Pick<Deps, 'vault' | 'signer'>,
  action: (signer: AgentSigner) => Promise<T>,
): Promise<T> {
  const known = opened.get(vault) ?? new Map<string, OpenedKey>();
  opened.set(vault, known);
  const used = new Map<string, OpenedKey>();
  try {
    return await action({
      sign(agent, message) {
        const key = used.get(agent.id) ?? takeKey(vault, known, agent);
        if (!used.has(agent.id)) used.set(agent.id, key);
        return signer.sign(AGENT_SIGNATURE_ALGORITHM, key.secretKey, message);
      },
    });
  } finally {
    for (const key of used.values()) {
      key.users--;
      wipeUnused(key);
    }
  }
}

function wipeUnused({ users, isOver, secretKey }: OpenedKey): void {
  if (isOver && users === 0) wipe(secretKey);
}

/** The key as others have opened it a moment ago, or opened now. */
function takeKey(vault: Vault, known: Map<string, OpenedKey>, agent: KeyHolder): OpenedKey {
  const shared = known.get(agent.id);
  if (shared !== undefined) {
    shared.users++;
    return shared;
  }
  const secretKey = vault.open(agentKeyPlace(agent), agent.envelope);
  if (secretKey === null) throw new TypeError(`internal: the key of agent ${agent.id} does not open`);
  const key: OpenedKey = { secretKey, users: 1, isOver: false };
  known.set(agent.id, key);
  setTimeout(() => {
    known.delete(agent.id);
    key.isOver = true;
    wipeUnused(key);
  }, SHARED_MS).unref();
  return key;
}
