import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import { DOUBT_WORDS } from '@touchstone/core/ledger/verify-chain.ts';
import type { SignerDoubt } from '@touchstone/core/verdict/conclusion.ts';
import { CHAINS } from '../audit/chains.ts';
import { lostChains } from '../chain-of-entries/anchor.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import type { RowFaults } from '../doctor/row-faults.ts';
import { attestedTransactions } from '../documents/store.ts';
import { trustOf } from '../key-sets/doctor.ts';
import { keySetRows } from '../key-sets/store.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { anchors } from './chain.ts';
import { statusOf } from './local-ledger.ts';
import { originFault } from './origin.ts';
import { findAnchor } from './store.ts';
import { type StoredVerdict, verifyStoredChain } from './verify-ledger.ts';

/** What is wrong with a block, for people. */
export const LEDGER_FAULTS: Readonly<Record<NonNullable<StoredVerdict['brokenAt']>['fault'], string>> = {
  NETWORK: 'the block belongs to another chain',
  HEIGHT: 'the height does not follow: a block was removed, inserted or moved',
  LINK: 'the block does not name the hash of the previous block: one of the two was changed or moved',
  TIME: 'the block is older than the previous block',
  LEDGER: 'another ledger continues here without the mark of a restore',
  POSITION: 'the anchors do not follow the previous ones',
  ROOT: 'the anchors are not those that the block covers',
  SIGNATURE: 'the signature is not valid',
  STORED: 'the rows differ from what was signed',
};

export const ledger: Check = {
  id: 'ledger',
  needs: 'schema',
  async run({ inspection: { db }, dataDir, signer, now }) {
    const judge = judgeUnder(await serviceSets(db), trustOf(dataDir), signer, now);
    const findings: Finding[] = [];
    let blocks = 0;
    const doubtful = new Map<SignerDoubt, number>();
    for (const chain of CHAIN_NAMES) {
      const verdict = await verifyStoredChain(db, chain, judge);
      blocks += verdict.blocks;
      for (const { code, blocks: some } of verdict.doubts) doubtful.set(code, (doubtful.get(code) ?? 0) + some);
      const { brokenAt } = verdict;
      if (brokenAt === null) continue;
      const where = `The ledger of ${chain} is broken at block ${brokenAt.height}`;
      findings.push(problem(`${where}: ${LEDGER_FAULTS[brokenAt.fault]}.`, RESTORE));
    }
    const origin = await originFault(db);
    if (origin !== null) findings.push(problem(`The settings contradict the ledger: ${origin}`, RESTORE));
    const lost = await lostAttestations(db);
    if (lost.length > 0) {
      findings.push(problem(`Attested but not on the ledger: ${listed(lost)}.`, RESTORE));
    }
    for (const { anchored } of await lostChains(db, CHAINS)) {
      const { title } = anchored;
      findings.push(
        problem(`The ledger holds an entry that ${title} does not have: it was changed or cut off.`, RESTORE),
      );
    }
    for (const [code, some] of doubtful) {
      findings.push(warning(`Inconclusive blocks of the ledger: ${some}; ${DOUBT_WORDS[code]}.`, null));
    }
    return findings.length > 0
      ? findings
      : [ok(`The ledger is intact in all ${CHAIN_NAMES.length} chains (${blocks} blocks).`)];
  },
};

/** Attestations whose transaction is not there: what is left where the end of a chain was cut off. */
async function lostAttestations(db: Db): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { id, chain, tx, document_hash: hash } of await attestedTransactions(db)) {
    const known = CHAIN_NAMES.find((name) => name === chain);
    const row = known === undefined ? null : await findAnchor(db, known, tx);
    const status = known === undefined || row === null ? null : await statusOf(db, known, row);
    if (!anchors(status, 'document', hash)) lost.push(id);
  }
  return lost;
}

/** Sets that cannot be read are reported by `key-sets`. */
export async function serviceSets(db: Db): Promise<readonly KeySet[]> {
  const rows = await keySetRows(db);
  return rows.flatMap(({ document, state }) => {
    const parsed = parseKeySet(document);
    return parsed.ok && state !== 'revoked' && parsed.keySet.use === 'service' ? [parsed.keySet] : [];
  });
}

/** Rows under a name that no chain has would stand beside the ledger that `ledger` walks. */
export async function checkChains(db: Db, faults: RowFaults): Promise<void> {
  const isKnown = (chain: string) => CHAIN_NAMES.some((name) => name === chain);
  for await (const { chain, height } of rowsOf(db, 'ledger_blocks')) {
    if (!isKnown(chain)) faults.add('ledger_blocks', `${chain} ${height}`, 'names a chain that does not exist');
  }
  for await (const { chain, position } of rowsOf(db, 'ledger_anchors')) {
    if (!isKnown(chain)) faults.add('ledger_anchors', `${chain} ${position}`, 'names a chain that does not exist');
  }
}
