/** Making a receipt from a request's body: FALCON and SLH-DSA sign, so always in a worker. */
import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { createReceipt, type ReceiptDocument, type ReceiptPlan } from '@touchstone/core/receipt/create.ts';
import type { Job, Tools } from '../frame/job.ts';
import { jobsOf, type Work } from '../frame/work.ts';

export type ReceiptBody = InputOf<typeof api.receipts.receipts.create>['body'];

/** What the server adds to the body. */
export type ReceiptFacts = Omit<ReceiptPlan, 'payload' | 'computationType'>;

/** ApiResponse (decisions, section 5). */
const DEFAULT_TYPE = 0x0c;

type Create = typeof api.receipts.receipts.create;

export const receiptWork: Work<Create, null, ReceiptFacts, ReceiptDocument> = {
  operation: api.receipts.receipts.create,
  choose: () => null,
  run: receiptOf,
  isHeavy: () => true,
  secretsIn: ({ secretKeys }) => [...secretKeys.values()],
};

function receiptOf(
  { payload, computation_type: computationType = DEFAULT_TYPE }: ReceiptBody,
  facts: ReceiptFacts,
  { signer }: Tools,
): Promise<ReceiptDocument> {
  return createReceipt({ ...facts, payload: utf8(payload), computationType }, signer);
}

/** The same for what the service itself states, such as the seal of a session. */
export const receiptJob: Job<{ readonly body: ReceiptBody; readonly facts: ReceiptFacts }, ReceiptDocument> = {
  name: 'own receipt',
  run: ({ body, facts }, tools) => receiptOf(body, facts, tools),
  secretsIn: ({ facts }) => [...facts.secretKeys.values()],
};

export const jobs = [...jobsOf(receiptWork), receiptJob] as const;
