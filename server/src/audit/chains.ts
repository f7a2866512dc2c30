/** The signed chains of all rooms whose entries are vouched for by the ledger alone. A new chain is one entry here. */
import { USAGE_CHAIN } from '../accounts/usage-statements.ts';
import type { StoredChain } from '../chain-of-entries/stored-chain.ts';
import { PLATFORM_AUDIT_CHAIN } from '../platform/audit.ts';
import { KEY_PROVENANCE_CHAIN } from '../provenance/provenance.ts';
import { SECRET_AUDIT_CHAIN } from '../secrets/audit.ts';
import { ADMIN_AUDIT_CHAIN } from './audit.ts';

export const CHAINS: readonly StoredChain[] = [
  ADMIN_AUDIT_CHAIN,
  SECRET_AUDIT_CHAIN,
  PLATFORM_AUDIT_CHAIN,
  KEY_PROVENANCE_CHAIN,
  USAGE_CHAIN,
];
