/** Making a receipt from a request's body, for a worker. */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { createReceipt, type ReceiptDocument, type ReceiptPlan } from '@touchstone/core/receipt/create.ts';
import type { Signer } from '@touchstone/core/sign/family.ts';

export type ReceiptBody = InputOf<typeof api.receipts.receipts.create>['body'];

/** What the server adds to the body. */
export type ReceiptFacts = Omit<ReceiptPlan, 'payload' | 'computationType'>;

/** ApiResponse (decisions, section 5). */
const DEFAULT_TYPE = 0x0c;

export function receiptOf(
  { payload, computation_type: computationType = DEFAULT_TYPE }: ReceiptBody,
  facts: ReceiptFacts,
  signer: Signer,
): Promise<ReceiptDocument> {
  return createReceipt({ ...facts, payload: utf8(payload), computationType }, signer);
}
