/** The three names under which a receipt can be read. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { receipts } from '@touchstone/core/api/receipts/receipts.ts';
import { words } from '../../../words/issue/receipts.ts';

export type Receipt = OutputOf<typeof receipts.get>;

export type NameKind = 'receipt_id' | 'on_chain_hash' | 'handle';

export type NameRead =
  | { readonly ok: true; readonly kind: NameKind; readonly name: string }
  | { readonly ok: false; readonly message: string };

/** What a person typed or pasted: blanks, colons and dashes between groups do not count, nor does the case of hex. */
export function readName(given: string): NameRead {
  const id = given.trim();
  if (id.startsWith('rcp_')) {
    if (/^rcp_[A-Za-z0-9]{1,64}$/.test(id)) return { ok: true, kind: 'receipt_id', name: id };
    return { ok: false, message: words.lookUp.badId };
  }
  const hex = id.replaceAll(/[\s:-]/g, '').toLowerCase();
  if (hex === '') return { ok: false, message: words.lookUp.empty };
  const other = /[^0-9a-f]/.exec(hex);
  if (other !== null) {
    return { ok: false, message: words.lookUp.noHex(other.index + 1) };
  }
  if (hex.length === 64) return { ok: true, kind: 'on_chain_hash', name: hex };
  if (hex.length === 148) return { ok: true, kind: 'handle', name: hex };
  return { ok: false, message: words.lookUp.badLength(hex.length) };
}

/** Whether an answer bears the name that was asked for: what a server answers is not believed. */
export function answersTo(receipt: Receipt, name: string): boolean {
  return receipt.receipt_id === name || receipt.on_chain_hash === name || receipt.handle === name;
}

export function receiptFileName({ receipt_id }: Pick<Receipt, 'receipt_id'>): string {
  return `${receipt_id.replaceAll(/[^A-Za-z0-9_]/g, '')}.pqr.json`;
}

/** The `.pqr.json` file: the server's answer, two blanks deep, with a line end. */
export function receiptFileText(receipt: Receipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
