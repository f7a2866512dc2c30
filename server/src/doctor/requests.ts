/** Requests that carried an `Idempotency-Key`, held against what they made. */
import { findAgentNode } from '../agents/store/nodes.ts';
import { findInvoice } from '../commerce/store.ts';
import type { Db } from '../store/engine.ts';
import { isOwnRequest } from '../store/requests.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault } from '../vault/envelope.ts';
import { stamped } from './row-faults.ts';
import type { StatedRowCheck } from './stated.ts';

interface Subject {
  readonly projectId: string;
  /** When it was made, which is the time of the request. */
  readonly at: number;
}

/** What a request made; null where it is gone. */
async function subjectOf(db: Db, id: string): Promise<Subject | null> {
  const node = await findAgentNode(db, id);
  if (node !== null) return { projectId: node.project_id, at: node.time_ms };
  const invoice = await findInvoice(db, id);
  return invoice === null ? null : { projectId: invoice.project_id, at: invoice.created_at };
}

/** Without the master key seals are not asked, of which `row-seals` warns. */
export const checkRequests: StatedRowCheck = async (db, faults, { masterKey, random }) => {
  const vault = masterKey === null ? null : createVault(masterKey, random);
  try {
    for await (const row of rowsOf(db, 'requests')) {
      if (vault !== null && !isOwnRequest(vault, row)) {
        const fault = 'was changed outside of the service, or put there: a repeat of the request is refused';
        faults.add('requests', row.idempotency_key, fault);
      }
      const subject = await subjectOf(db, row.subject);
      if (subject === null) {
        faults.add('requests', row.idempotency_key, `names ${row.subject}, which is not there`);
        continue;
      }
      faults.compare('requests', row.idempotency_key, {
        project_id: [row.project_id, subject.projectId],
        created_at: stamped(row.created_at, subject.at),
      });
    }
  } finally {
    vault?.close();
  }
};
