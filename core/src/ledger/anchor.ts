/**
 * An anchor: what a ledger accepts and puts into a block. It says that this commitment of this kind was there; whoever
 * verifies asks for the kind too, so that a commitment cannot be passed off as one of another kind (security, S15).
 */
import type { ChainName } from '../api/common.ts';
import { concat, toHex } from '../bytes.ts';
import { canonicalBytes } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { fromBase58, toBase58 } from './base58.ts';

/** The kinds and what their commitments are. A reader takes every kind of the form of `KIND_FORM`. */
export const ANCHOR_KINDS = {
  document: 'Hash of a document (vault/attest)',
  privacy: 'Commitment of a privacy proof whose claim was satisfied',
  invoice: 'Commitment of an invoice',
  settlement: 'Commitment of an invoice that was paid; the payment itself is not shown',
  health: 'Attestation of a health session',
  'platform-audit': "Entry of the platform's audit log",
  'agent-seal': 'Seal of an agent session or registration',
  'health-audit-head': 'Newest event of a health session that is over, for a cut end to show',
  'secret-audit-head': "Newest entry of the audit of a project's secrets, for a cut end to show",
  'key-provenance': 'Event in the provenance of a key',
  'usage-head': "Newest statement of an account's units, for a cut end to show",
  'admin-audit-head': "Newest entry of the administration's audit, for a cut end to show",
  'log-head': 'Signed head of the log of receipts',
} as const;

export type AnchorKind = keyof typeof ANCHOR_KINDS;

export const KIND_FORM = /^[a-z][a-z0-9-]{0,31}$/;
export const COMMITMENT_FORM = /^[0-9a-f]{64}$/;

/** What an anchor is in a block and in an export: the leaf of the block's Merkle tree is its JCS. */
export interface AnchorEntry {
  /** `embedded:<chain>`. */
  readonly network: string;
  /** The ledger that accepted it; a restore begins a new one. */
  readonly ledger_id: string;
  /** Counts from 1 on each chain, without gaps. */
  readonly position: number;
  readonly kind: string;
  /** 64 hex digits. */
  readonly commitment: string;
  /** ISO 8601 UTC, by the clock of the service. */
  readonly accepted_at: string;
}

/** `embedded:<chain>`: a ledger of this service, not the public network of that name. */
export function networkOf(chain: ChainName): string {
  return `embedded:${chain}`;
}

/** The leaf of an entry. */
export function entryBytes(entry: AnchorEntry): Uint8Array {
  return canonicalBytes({ ...entry });
}

type TransactionForm = 'hex' | '0x' | 'base58';

/** How each chain writes its transactions. */
const FORMS: Readonly<Record<ChainName, TransactionForm>> = {
  solana: 'base58',
  ethereum: '0x',
  bitcoin: 'hex',
  polygon: '0x',
  arbitrum: '0x',
  optimism: '0x',
  base: '0x',
  avalanche: '0x',
  zcash: 'hex',
  hyperliquid: '0x',
};

/**
 * The transaction id of an entry in the chain's own form: h = SHA3-256(`svc-ledger-tx/v1` 00 JCS(entry)), as 64 hex digits
 * (bitcoin, zcash), with `0x` before them (EVM chains, hyperliquid), or as base58 of the 64 bytes h ‖ SHA3-256(h) (solana,
 * whose ids are signatures; this one only has their form).
 */
export function transactionId(chain: ChainName, entry: AnchorEntry): string {
  const hash = sha3_256(tagged('ledger-tx', entryBytes(entry)));
  switch (FORMS[chain]) {
    case 'hex':
      return toHex(hash);
    case '0x':
      return `0x${toHex(hash)}`;
    case 'base58':
      return toBase58(concat(hash, sha3_256(hash)));
  }
}

/** Whether a text has the form of the chain's transaction ids. */
export function isTransactionId(chain: ChainName, text: string): boolean {
  switch (FORMS[chain]) {
    case 'hex':
      return /^[0-9a-f]{64}$/.test(text);
    case '0x':
      return /^0x[0-9a-f]{64}$/.test(text);
    case 'base58':
      return text.length <= 88 && fromBase58(text)?.length === 64;
  }
}
