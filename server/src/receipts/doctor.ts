/** Receipts: the stored documents with their signatures, and the rows against the documents. */
import { utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type Trust } from '@touchstone/core/keys/trust.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { findAgent } from '../agents/store/agents.ts';
import type { Check, ReadablePatient } from '../doctor/check.ts';
import { createRowFaults, stamped } from '../doctor/row-faults.ts';
import { keySetRows } from '../key-sets/store.ts';
import type { Db } from '../store/engine.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf, rowsWith } from '../store/walk.ts';

export const receipts: Check = {
  id: 'receipts',
  needs: 'schema',
  async run(patient) {
    const { db } = patient.inspection;
    const faults = createRowFaults();
    const { trust, uses } = await ownSets(db);
    const counts = new Map<string, number>();
    let count = 0;
    for await (const row of rowsOf(db, 'receipts')) {
      count++;
      const place = (counts.get(row.project_id) ?? 0) + 1;
      counts.set(row.project_id, place);
      const document = documentOf(row);
      if (document === null) {
        faults.add('receipts', row.id, 'cannot be read');
        continue;
      }
      const issuedAt = parseIsoTime(textOf(document.issued_at) ?? '');
      const sealOf = await sealedProject(db, row.id);
      faults.compare('receipts', row.id, {
        id: [row.id, textOf(document.receipt_id)],
        on_chain_hash: [row.on_chain_hash, textOf(document.on_chain_hash)],
        keyset_use: [row.keyset_use, uses.get(textOf(document.keyset_id) ?? '') ?? row.keyset_use],
        position: [row.position, place],
        created_at: issuedAt === null ? [0, 0] : stamped(row.created_at, issuedAt),
        ...(sealOf === null ? {} : { project_id: [row.project_id, sealOf] }),
      });
      const wrong = await brokenChecks(patient, row, trust);
      if (wrong.length > 0)
        faults.add('receipts', row.id, `has a document or signatures other than the original: ${wrong.join(' ')}`);
    }
    return faults.findings(`The receipts and their signatures are unchanged (${count}).`);
  },
};

function documentOf({ document, signatures }: NumberedRow<'receipts'>): JsonObject | null {
  const [stated, signed] = [parseStrictJson(document), parseStrictJson(signatures)];
  if (!stated.ok || !signed.ok || !isJsonObject(stated.value)) return null;
  // The address is formed when a receipt is answered.
  return { ...stated.value, signatures: signed.value, verification_url: 'https://localhost/' };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** All sets that the folder holds: what a revoked one signed was issued nevertheless. */
async function ownSets(
  db: Db,
): Promise<{ trust: Trust; uses: ReadonlyMap<string, NumberedRow<'receipts'>['keyset_use']> }> {
  const uses = new Map<string, NumberedRow<'receipts'>['keyset_use']>();
  const pinned = (await keySetRows(db)).flatMap(({ document }) => {
    const parsed = parseKeySet(document);
    if (!parsed.ok) return [];
    const { keySet } = parsed;
    if (keySet.use === 'receipt' || keySet.use === 'service') uses.set(keySet.keyset_id, keySet.use);
    return [{ key_set: keySet, held: 'own_service' as const, state: 'current' as const }];
  });
  return { trust: { ...EMPTY_TRUST_STORE, key_sets: pinned }, uses };
}

/** The project of the agent whose seal a receipt is; null where it is none. */
async function sealedProject(db: Db, receipt: string): Promise<string | null> {
  const [seal] = await rowsWith(db, 'agent_seals', 'receipt_id', receipt);
  return seal === undefined ? null : ((await findAgent(db, seal.agent_id))?.project_id ?? null);
}

/** What does not hold, as sentences. Whether a key set has expired since is nobody's concern here. */
async function brokenChecks(
  { signer, now }: ReadablePatient,
  row: NumberedRow<'receipts'>,
  trust: Trust,
): Promise<readonly string[]> {
  const document = documentOf(row);
  if (document === null) return [];
  const options = { fileName: row.id, trust, verifier: signer, now, product: PRODUCT };
  const { report } = await verifyReceipt(utf8(canonicalJson(document)), options);
  return report.checks
    .filter(({ id, status }) => status === 'failed' && /^(?:format|integrity|signature)\./.test(id))
    .map(({ sentence }) => sentence);
}
