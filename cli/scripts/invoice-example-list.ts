/** What each example of an invoice's opening teaches, and what `pq-verify invoice` must say of it. */

export interface InvoiceExample {
  readonly file: string;
  readonly title: string;
  readonly expected: { readonly outcome: string; readonly code?: string; readonly exit_code: number };
}

export const INVOICE_EXAMPLES: readonly InvoiceExample[] = [
  {
    file: 'verified.txt',
    title: 'The address of payment of an invoice of 49.05 dollars',
    expected: { outcome: 'VERIFIED', exit_code: 0 },
  },
  {
    file: 'answer.json',
    title: 'The service’s answer about it, saved whole',
    expected: { outcome: 'VERIFIED', exit_code: 0 },
  },
  {
    file: 'other-amount.txt',
    title: 'Its commitment beside the opening of an invoice of 49.04 dollars',
    expected: { outcome: 'FAILED', code: 'COMMITMENT_MISMATCH', exit_code: 1 },
  },
  {
    file: 'cut.txt',
    title: 'The address without its last character',
    expected: { outcome: 'INPUT_ERROR', code: 'FORMAT', exit_code: 2 },
  },
];
