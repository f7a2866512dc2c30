import { api } from '@touchstone/core/api/api.ts';
import type { Audit } from '../../audit/audit.ts';
import { listAuditEntries } from '../../audit/store.ts';
import { invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { JsonText } from '../../frame/json-text.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly audit: Audit;
}

const PAGE_ITEMS = 50;

export const audit = implement(api.admin.audit)<Needs>({
  async list({ deps }, { query }) {
    const { action, account_id, cursor, limit = PAGE_ITEMS } = query;
    const found = await listAuditEntries(deps.db, {
      ...(action === undefined ? {} : { action }),
      ...(account_id === undefined ? {} : { accountId: account_id }),
      ...(cursor === undefined ? {} : { below: positionOf(cursor) }),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const cursorText = JSON.stringify(found.length > limit ? String(page.at(-1)?.position) : null);
    // The stored body is the signed text, an object; the answer adds the signature as its last member.
    const items = page.map(({ body, signature }) => `${body.slice(0, -1)},"signature":${JSON.stringify(signature)}}`);
    return new JsonText(`{"items":[${items.join(',')}],"next_cursor":${cursorText}}`);
  },

  async verify({ deps }) {
    const { intact, entries, brokenAt, head } = await deps.audit.verify();
    return { intact, entries, broken_at: brokenAt, head };
  },
});

function positionOf(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
