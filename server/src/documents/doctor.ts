/** Checks and attestations of documents, held against their order and the ledger. */

import { createCounters, type RowFaults, stamped } from '../doctor/row-faults.ts';
import { acceptedAtOf, checkAnchored } from '../ledger/anchored-rows.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';

/** Checks of documents in their order, attestations as the ledger holds them. */
export async function checkDocuments(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'document_checks')) {
    faults.compare('document_checks', `${row.project_id} ${row.position}`, {
      position: placeOf(row.position, row.project_id),
    });
  }
  const attested = new Set<string>();
  for await (const row of rowsOf(db, 'document_attestations')) {
    attested.add(row.tx);
    const acceptedAt = await acceptedAtOf(db, row);
    if (acceptedAt === null) continue; // `ledger` reports it.
    faults.compare('document_attestations', row.id, { created_at: stamped(row.created_at, acceptedAt) });
  }
  await checkAnchored(db, 'document', 'document_attestations', attested, faults);
}
