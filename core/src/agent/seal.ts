/**
 * The seal of a session or registration (security, S20): what the payload of a receipt under the `service` set says, of type
 * 0D. It fixes how many nodes there are and which; a node more, fewer or other has another root.
 */
import { toBase64, toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { createTree } from '../log/tree.ts';
import { type SessionScope, scopeHash } from './scope.ts';

export interface AgentSeal {
  readonly v: 1;
  /** null: the registration of the agent. */
  readonly session_id: string | null;
  readonly agent_id: string;
  /** Base64, ML-DSA-65. */
  readonly agent_public_key: string;
  /** 64 hex digits; null for a registration. */
  readonly scope_hash: string | null;
  /** Nodes that `root` covers: all before the end node, or all of a session that ran out. */
  readonly count: number;
  readonly first_hash: string;
  readonly last_hash: string;
  /** Root of the tree of RFC 6962 with SHA-256 over the node hashes. */
  readonly root: string;
  /** Hash of the end node; null for a session that ran out, and for a registration. */
  readonly end_hash: string | null;
  readonly started_at: string;
  readonly ended_at: string;
}

/** The computation type of a seal's receipt (decisions, section 5). */
export const SEAL_COMPUTATION_TYPE = 0x0d;

export interface SealPlan {
  readonly sessionId: string | null;
  readonly agentId: string;
  /** ML-DSA-65, 1,952 bytes. */
  readonly agentPublicKey: Uint8Array;
  readonly scope: SessionScope | null;
  /** Hashes of 32 bytes of the nodes before the end node, in the order of the chain; at least one. */
  readonly hashes: readonly Uint8Array[];
  readonly endHash: Uint8Array | null;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
}

/** The seal over these nodes. Throws RangeError where there are none. */
export function makeSeal(plan: SealPlan): AgentSeal {
  const [first] = plan.hashes;
  const last = plan.hashes.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a seal covers at least one node');
  return {
    v: 1,
    session_id: plan.sessionId,
    agent_id: plan.agentId,
    agent_public_key: toBase64(plan.agentPublicKey),
    scope_hash: plan.scope === null ? null : toHex(scopeHash(plan.scope)),
    count: plan.hashes.length,
    first_hash: toHex(first),
    last_hash: toHex(last),
    root: toHex(createTree(plan.hashes).root),
    end_hash: plan.endHash === null ? null : toHex(plan.endHash),
    started_at: plan.startedAt,
    ended_at: plan.endedAt,
  };
}

/** The payload of the receipt: the seal's canonical JSON. */
export function sealPayload(seal: AgentSeal): Uint8Array {
  return canonicalBytes(sealJson(seal));
}

/** The seal as JSON, its members in the order in which they are written. */
export function sealJson(seal: AgentSeal): JsonObject {
  return { ...seal };
}
