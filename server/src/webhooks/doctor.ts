/** Webhooks, held against the administration's signed audit. */

import { type AuditHistory, recordedOr, textOr } from '../audit/history.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';

/** Webhooks are as they were last set. */
export async function checkWebhooks(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'webhooks')) {
    known.add(row.id);
    const entries = history.about(row.id, 'webhook.set', 'webhook.removed');
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined || last.action === 'webhook.removed') {
      faults.add('webhooks', row.id, 'is a webhook that the audit does not mention');
      continue;
    }
    faults.compare('webhooks', row.id, {
      project_id: [row.project_id, textOr(last.details.project_id)],
      // An address may carry a key in its query, which is not recorded.
      url: [withoutQuery(row.url), recordedOr(last.details.url, row.url)],
      allow_private: [row.allow_private === 1, recordedOr(last.details.allow_private, row.allow_private === 1)],
      created_at: stamped(row.created_at, first.at),
      changed_at: stamped(row.changed_at, last.at),
    });
  }
  for (const { subject } of history.all('webhook.set')) {
    const last = history.about(subject, 'webhook.set', 'webhook.removed').at(-1);
    if (last?.action === 'webhook.removed' || known.has(subject)) continue;
    faults.add('webhooks', subject, 'is missing, although the audit says that the webhook was set');
  }
}

function withoutQuery(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
