import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { ReceiptDocument } from '@touchstone/core/receipt/create.ts';
import { NONCE_LENGTH } from '@touchstone/core/receipt/substrate.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Context } from '../../frame/context.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { ownAddress } from '../../frame/own-address.ts';
import { byWork } from '../../frame/work.ts';
import { type KeySets, requireUnrevoked } from '../../key-sets/key-sets.ts';
import { logReceipt } from '../../log/log.ts';
import { findReceipt, insertReceipt, receiptsBelow } from '../../receipts/store.ts';
import { type ReceiptFacts, receiptWork } from '../../receipts/work.ts';
import type { Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keySets: KeySets;
  readonly trustStore: TrustStoreAccess;
  readonly allowedHosts: () => ReadonlySet<string>;
}

const PAGE_ITEMS = 50;

export const receipts = implement(api.receipts.receipts)<Needs>({
  create: byWork(receiptWork, (context, _input, run) => create(context, run)),

  async get({ deps }, { params: { id } }) {
    const by = id.startsWith('rcp_') ? { id } : { onChainHash: id.slice(0, 64) };
    const stored = await findReceipt(deps.db, by);
    const document = stored === null ? null : documentOf(deps, stored.document);
    // The handle is more than the hash: another one with the same beginning names nothing.
    if (stored === null || document === null || (id.length === 148 && document.handle !== id)) {
      throw new ApiError('NOT_FOUND', 'There is no such receipt.');
    }
    const { keyset_id, verification_url, ...first } = document;
    const signatures = JSON.parse(stored.signatures) as ReceiptDocument['signatures'];
    return { ...first, signatures, keyset_id, verification_url };
  },

  async list({ deps, caller }, { query }) {
    const below = query.cursor === undefined ? null : positionOf(query.cursor);
    const limit = query.limit ?? PAGE_ITEMS;
    const rows = await receiptsBelow(deps.db, caller.projectId, below, limit + 1);
    const page = rows.slice(0, limit);
    const items = page.map(({ document }) => documentOf(deps, document));
    return { items, next_cursor: rows.length > limit ? String(page.at(-1)?.position) : null };
  },
});

type Creating = Context<typeof api.receipts.receipts.create, Needs>;

/** Signs first: a signature that fails stores and charges nothing. */
async function create(
  { deps, caller, write }: Creating,
  sign: (facts: ReceiptFacts) => Promise<ReceiptDocument>,
): Promise<OutputOf<typeof api.receipts.receipts.create>> {
  const id = newId('rcp', deps.random);
  const receipt = await deps.keySets.withSecrets('receipt', (keySet, secretKeys) => {
    requireUnrevoked(deps.trustStore.read(), keySet);
    const named = { receiptId: id, verificationUrl: addressOf(deps, id) };
    const facts = { ...named, issuedAt: deps.clock(), nonce: deps.random(NONCE_LENGTH), keySet, secretKeys };
    return sign(facts);
  });
  const { signatures, verification_url: _formedAtAnswerTime, ...document } = receipt;
  const row = {
    id,
    keysetUse: 'receipt',
    onChainHash: receipt.on_chain_hash,
    document: JSON.stringify(document),
    signatures: JSON.stringify(signatures),
  } as const;
  await write(async (db) => {
    await insertReceipt(db, caller.projectId, row, deps.clock());
    await logReceipt(db, receipt.on_chain_hash);
  });
  return receipt;
}

/** A stored receipt with the address that it has today, without its signatures. */
function documentOf(deps: Needs, text: string): Omit<ReceiptDocument, 'signatures'> {
  const document = JSON.parse(text) as Omit<ReceiptDocument, 'signatures' | 'verification_url'>;
  return { ...document, verification_url: addressOf(deps, document.receipt_id) };
}

function addressOf(deps: Needs, id: string): string {
  return ownAddress(deps.allowedHosts(), `/v1/receipts/${id}`);
}

function positionOf(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
