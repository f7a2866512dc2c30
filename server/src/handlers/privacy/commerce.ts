import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import {
  createdAnswer,
  isAnchored,
  makeInvoice,
  makerOf,
  openRow,
  ownAnswer,
  paymentUrl,
  settlementAnswer,
  stateOf,
} from '../../commerce/invoices.ts';
import { openForPayer, openForSender, payInvoice } from '../../commerce/payment.ts';
import {
  findCommitment,
  findInvoice,
  hideInvoice,
  type InvoiceRow,
  listInvoices,
  lockInvoice,
} from '../../commerce/store.ts';
import type { Product } from '../../frame/build-facts.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { writeOnce } from '../../frame/write-once.ts';
import type { Chains } from '../../ledger/chain.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly vault: Vault;
  readonly chains: Chains;
  readonly settings: SettingsAccess;
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly product: Product;
  readonly startedAt: number;
}

const COMMITMENT = /^[0-9a-f]{64}$/;

export const commerce = implement(api.privacy.commerce)<Needs>({
  async health({ deps }) {
    const uptime = Math.max(0, Math.floor((deps.clock() - deps.startedAt) / 1000));
    return { status: 'ok', version: deps.product.version, uptime_seconds: uptime };
  },

  async invoice(context, { headers, body }) {
    const { deps, caller } = context;
    const { invoice_seconds: seconds } = await deps.settings.read();
    const request = { operation: api.privacy.commerce.invoice.id, headers, body };
    const stored = await writeOnce(
      context,
      request,
      (claim) =>
        context.write(async (db) => {
          const now = deps.clock();
          const settle = await claim(db, now);
          const made = await makeInvoice(db, deps, caller, body, { now, seconds });
          await settle(made.row.id);
          return made;
        }),
      async (id) => openRow(deps, await ownRow(deps.db, caller, id)),
    );
    return createdAnswer(deps, stored);
  },

  async list({ deps, caller }, { query }) {
    const [below = null] = cursorParts(query.cursor, /^([1-9]\d{0,14})$/) ?? [];
    const limit = query.limit ?? PAGE_ITEMS;
    const now = deps.clock();
    const found = await listInvoices(deps.db, caller.projectId, {
      state: query.status,
      now,
      below: below === null ? null : Number(below),
      limit: limit + 1,
    });
    const { page, nextCursor } = cutPage(found, limit, ({ position }) => String(position));
    return { items: page.map((row) => ownAnswer(deps, openRow(deps, row), now)), next_cursor: nextCursor };
  },

  async read({ deps, caller }, { params }) {
    const stored = openRow(deps, await ownRow(deps.db, caller, params.id));
    return { ...ownAnswer(deps, stored, deps.clock()), payment_url: paymentUrl(deps, stored) };
  },

  async hide({ deps, caller, write }, { params: { id } }) {
    await write(async (db) => {
      const row = await lockInvoice(db, id);
      if (row === null || row.project_id !== caller.projectId || row.hidden_at !== null) throw noSuchInvoice();
      if (caller.kind === 'key' && openRow(deps, row).own.createdBy !== makerOf(caller)) {
        throw new ApiError('INVALID_SCOPE', 'A key hides only the invoices that it made.');
      }
      await hideInvoice(db, id, deps.clock());
    });
    return { invoice_id: id, hidden: true };
  },

  async settlement({ deps, caller }, { params: { commitment } }) {
    const row = await findCommitment(deps.db, commitment);
    if (row?.project_id !== caller.projectId) throw noSuchInvoice();
    return settlementAnswer(deps, row, deps.clock());
  },

  async verify({ deps }, { body: { commitment, chain } }) {
    const now = deps.clock();
    const row = COMMITMENT.test(commitment) ? await findCommitment(deps.db, commitment) : null;
    const status = row !== null && (await isAnchored(deps.db, deps, row, chain)) ? stateOf(row, now) : 'unknown';
    const verified: OutputOf<typeof api.privacy.commerce.verify> = {
      valid: status === 'pending' || status === 'settled',
      commitment,
      status,
      chain,
      verified_at: formatIsoTime(now),
      details: { network: deps.chains.get(chain).network },
    };
    return verified;
  },

  async pay({ deps, sender, write }, { params: { id }, body: { payer_wallet: payer, opening } }) {
    const invoice =
      opening === undefined ? await openForSender(deps, id, sender) : await openForPayer(deps.db, id, opening);
    const row = await write((db) => payInvoice(db, deps, invoice, payer));
    return settlementAnswer(deps, row, deps.clock());
  },
});

/** An invoice of the caller's project, hidden ones too. Throws NOT_FOUND. */
async function ownRow(db: Db, caller: Caller, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id);
  if (row?.project_id !== caller.projectId) throw noSuchInvoice();
  return row;
}

function noSuchInvoice(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no such invoice.');
}
