/**
 * The keys of agents, which the service holds: sealed at rest, opened for the actions that come together, wiped when these
 * are over.
 */
import { AGENT_SIGNATURE_ALGORITHM } from '@touchstone/core/agent/node.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Signer } from '@touchstone/core/sign/family.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import { createLeases } from '../vault/lease.ts';
import type { AgentRow } from './store/agents.ts';

type KeyHolder = Pick<AgentRow, 'id' | 'project_id' | 'envelope'>;

/** Where the secret key of an agent is sealed. */
export function agentKeyPlace({ project_id, id }: Pick<AgentRow, 'id' | 'project_id'>): Place {
  return { kind: 'agent-key', project: project_id, object: id, column: 'envelope', version: 1 };
}

/** A key pair for a new agent. The caller wipes the secret key. */
export async function newAgentKey(
  signer: Signer,
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

/** Signs for agents within one action. */
export interface AgentSigner {
  /** ML-DSA-65 over the bytes. It may be asked for several agents. */
  sign(agent: KeyHolder, message: Uint8Array): Promise<Uint8Array>;
}

export interface AgentKeys {
  /** Runs an action that signs. */
  signing<T>(action: (signer: AgentSigner) => Promise<T>): Promise<T>;
}

export function createAgentKeys(vault: Pick<Vault, 'open'>, signer: Pick<Signer, 'sign'>): AgentKeys {
  // An agent acts several times in a row, and opening its key takes a third of the time of signing. That gives nothing away
  // which is not there anyway: the master key, which opens every one of them, stays in memory as long as the service runs.
  const leases = createLeases<Uint8Array>(wipe, { lingers: true });

  function openKey(agent: KeyHolder): Uint8Array {
    const secretKey = vault.open(agentKeyPlace(agent), agent.envelope);
    if (secretKey === null) throw new TypeError(`internal: the key of agent ${agent.id} does not open`);
    return secretKey;
  }

  return {
    signing: (action) =>
      leases.lend((borrow) =>
        action({
          sign: (agent, message) =>
            signer.sign(
              AGENT_SIGNATURE_ALGORITHM,
              borrow(agent.id, () => openKey(agent)),
              message,
            ),
        }),
      ),
  };
}
