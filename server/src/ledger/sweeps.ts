import { CHAINS } from '../audit/chains.ts';
import { anchorHeads } from '../chain-of-entries/anchor.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import type { Db } from '../store/engine.ts';
import type { Chains } from './chain.ts';
import type { LocalLedger } from './local-ledger.ts';

/** Makes the blocks of the embedded ledger. */
export const ledgerBlocks: Sweep<{ readonly settings: SettingsAccess; readonly chains: LocalLedger }> = {
  name: 'ledger-blocks',
  everyMs: async ({ settings }) => (await settings.read()).ledger_block_seconds * 1000,
  async run({ chains }) {
    await chains.makeBlocks();
  },
};

/** Anchors what was last written in the service's own audit chains (S15). */
export const auditHeads: Sweep<{ readonly db: Db; readonly chains: Chains }> = {
  name: 'audit-heads',
  everyMs: 60_000,
  async run({ db, chains }) {
    await anchorHeads(db, chains, CHAINS);
  },
};
