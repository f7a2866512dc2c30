/**
 * What the service needs of a chain, whichever stands behind it. The default is the embedded ledger; an adapter to a real
 * network would sign and queue its transaction in `anchor` and ask its node in `status`.
 */
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import type { AnchorKind } from '@touchstone/core/ledger/anchor.ts';
import type { Db } from '../store/engine.ts';

/** The service's own anchors stand on one chain. */
export const AUDIT_NETWORK = 'ethereum';

export interface AcceptedAnchor {
  /** The transaction id in the chain's own form. */
  readonly tx: string;
  /** `embedded:<chain>` on the embedded ledger: answers' details name it (S15). */
  readonly network: string;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
}

export interface AnchorStatus {
  /** What the transaction anchors: whoever verifies compares both (S15), most simply by `anchors`. */
  readonly kind: string;
  /** 64 hex digits. */
  readonly commitment: string;
  readonly acceptedAt: number;
  /** Height of its block; null while it is accepted only. */
  readonly block: number | null;
  /** 0 while it is accepted only, 1 in the newest block. */
  readonly confirmations: number;
  readonly confirmed: boolean;
  /** When it became confirmed, in milliseconds since 1970; null before. */
  readonly confirmedAt: number | null;
}

export interface ChainAdapter {
  readonly chain: ChainName;
  readonly network: string;
  /**
   * Accepts an anchor within the caller's transaction: it is there if and only if what it belongs to is. `commitment` is
   * 64 hex digits (else TypeError). Each call is a transaction of its own, also for what is anchored already.
   */
  anchor(db: Db, kind: AnchorKind, commitment: string): Promise<AcceptedAnchor>;
  /** null for a transaction that this chain does not have. */
  status(db: Db, tx: string): Promise<AnchorStatus | null>;
  /** The height of the newest block, 0 before the first. Rejects where the chain cannot be reached. */
  height(db: Db): Promise<number>;
}

/** Whether a transaction anchors this commitment as this kind. */
export function anchors(status: AnchorStatus | null, kind: AnchorKind, commitment: string): status is AnchorStatus {
  return status !== null && status.kind === kind && status.commitment === commitment;
}

export interface Chains {
  readonly mode: 'embedded';
  get(chain: ChainName): ChainAdapter;
}

export interface Connection {
  readonly connected: boolean;
  /** Measured. */
  readonly latencyMs: number;
}

/** Asks every chain. */
export async function connectionsOf(chains: Chains, db: Db): Promise<Readonly<Record<ChainName, Connection>>> {
  const found: Partial<Record<ChainName, Connection>> = {};
  for (const chain of CHAIN_NAMES) found[chain] = await connectionOf(chains.get(chain), db);
  return found as Readonly<Record<ChainName, Connection>>;
}

async function connectionOf(adapter: ChainAdapter, db: Db): Promise<Connection> {
  const begun = performance.now();
  const connected = await adapter.height(db).then(
    () => true,
    () => false,
  );
  return { connected, latencyMs: Math.round((performance.now() - begun) * 1000) / 1000 };
}
