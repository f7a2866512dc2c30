/** Judges a seal as the service holds it: the receipt with its signatures, the anchor, and what the statement says. */

import type { AgentSeal } from '@touchstone/core/agent/seal.ts';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import { DOUBT_WORDS } from '@touchstone/core/ledger/verify-chain.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import type { Check } from '@touchstone/core/verdict/verification-report.ts';
import { ownAddress } from '../frame/own-address.ts';
import { verifyAnchor } from '../ledger/verify-anchor.ts';
import { findReceipt } from '../receipts/store.ts';
import type { AgentNeeds } from './needs.ts';
import type { AgentSealRow } from './store/sessions.ts';

export interface AgentCheck {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'pending' | 'not_performed';
  readonly expected?: string;
  readonly found?: string;
  readonly reason?: string;
}

type JudgeNeeds = Pick<AgentNeeds, 'db' | 'keySets' | 'trustStore' | 'signer' | 'clock' | 'product'>;

/** What the nodes themselves say of members of the seal. */
export type Covered = Partial<AgentSeal>;

/** Checks of a seal that is there: `seal_statement`, `seal_receipt`, `seal_anchor`. */
export async function judgeSeal(
  needs: JudgeNeeds,
  seal: AgentSealRow,
  covered: Covered,
): Promise<readonly AgentCheck[]> {
  return [statementCheck(seal, covered), await receiptCheck(needs, seal), await anchorCheck(needs, seal)];
}

/** null for text that is no JSON object: somebody else wrote it. */
function objectIn(text: string): JsonObject | null {
  try {
    const parsed = JSON.parse(text) as JsonValue;
    return isJsonObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function statementCheck(seal: AgentSealRow, covered: Covered): AgentCheck {
  const statement = objectIn(seal.statement);
  if (statement === null) return { id: 'seal_statement', status: 'failed', reason: 'The statement cannot be read.' };
  for (const [name, value] of Object.entries(covered)) {
    const expected = JSON.stringify(statement[name] ?? null);
    const found = JSON.stringify(value);
    if (expected !== found) {
      const reason = `The seal states another \`${name}\` than the nodes have.`;
      return { id: 'seal_statement', status: 'failed', expected, found, reason };
    }
  }
  return { id: 'seal_statement', status: 'passed' };
}

/**
 * Whether all that keeps a receipt from being verified is that this computer's clock is behind its time (S41): it says
 * nothing against the seal.
 */
function areOfClock(faults: readonly Check[]): boolean {
  const isAhead = faults.some(({ id }) => id === 'validity.issued_at');
  return isAhead && faults.every(({ id, status }) => status === 'pending' && id.startsWith('validity.'));
}

/** Under the service's own sets, less what the trust store has revoked. */
async function receiptCheck(needs: JudgeNeeds, seal: AgentSealRow): Promise<AgentCheck> {
  const stored = await findReceipt(needs.db, { id: seal.receipt_id });
  if (stored === null) return { id: 'seal_receipt', status: 'failed', reason: 'The receipt of the seal is missing.' };
  const text = `${stored.document.slice(0, -1)},"signatures":${stored.signatures},"verification_url":"/"}`;
  const sets = await needs.keySets.verifying('service');
  const trust: Trust = {
    ...needs.trustStore.read(),
    key_sets: sets.map((key_set) => ({ key_set, held: 'own_service', state: 'current' })),
  };
  const { report, document } = await verifyReceipt(utf8(text), {
    fileName: seal.receipt_id,
    trust,
    verifier: needs.signer,
    now: needs.clock(),
    product: needs.product,
    data: utf8(seal.statement),
  });
  const faults = report.checks.filter(({ status }) => status === 'failed' || status === 'pending');
  const fault = faults.find(({ status }) => status === 'failed') ?? faults.at(-1);
  if (document?.handle !== seal.handle) {
    return { id: 'seal_receipt', status: 'failed', reason: 'The receipt has another handle than the seal.' };
  }
  if (fault === undefined) return { id: 'seal_receipt', status: 'passed' };
  const { expected, found, sentence } = fault;
  return {
    id: 'seal_receipt',
    status: areOfClock(faults) ? 'pending' : 'failed',
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
    reason: sentence,
  };
}

async function anchorCheck(
  { db, keySets, trustStore, signer, clock }: JudgeNeeds,
  seal: AgentSealRow,
): Promise<AgentCheck> {
  const chain = CHAIN_NAMES.find((name) => name === seal.chain);
  if (chain === undefined) return { id: 'seal_anchor', status: 'failed', reason: 'There is no such chain.' };
  const judge = judgeUnder(await keySets.verifying('service'), trustStore.read(), signer, clock());
  const commitment = seal.handle.slice(0, 64);
  const verdict = await verifyAnchor(db, chain, { tx: seal.tx, kind: 'agent-seal', commitment }, judge);
  const { anchor, block, confirmations, doubt } = verdict;
  if ([anchor, block, confirmations].includes('failed')) {
    return { id: 'seal_anchor', status: 'failed', reason: 'The ledger does not hold the seal.' };
  }
  if (doubt !== null) {
    return { id: 'seal_anchor', status: 'pending', reason: `The ledger holds the seal, but ${DOUBT_WORDS[doubt]}.` };
  }
  if (confirmations === 'pending') {
    return {
      id: 'seal_anchor',
      status: 'pending',
      reason: 'The ledger has accepted the seal and not confirmed it yet.',
    };
  }
  return { id: 'seal_anchor', status: 'passed' };
}

/** A seal as files hold it; null where there is none, or none that can be read. */
export async function sealDocument(
  { db, allowedHosts }: Pick<AgentNeeds, 'db' | 'allowedHosts'>,
  seal: AgentSealRow | null,
) {
  const stored = seal === null ? null : await findReceipt(db, { id: seal.receipt_id });
  if (seal === null || stored === null) return null;
  const statement = objectIn(seal.statement);
  const signatures = objectIn(stored.signatures);
  const document = objectIn(stored.document);
  if (statement === null || signatures === null || document === null) return null;
  const { keyset_id = '', ...members } = document;
  const verification_url = ownAddress(allowedHosts(), `/v1/receipts/${seal.receipt_id}`);
  return { statement: { ...statement }, receipt: { ...members, signatures, keyset_id, verification_url } };
}
