import { words } from '../../../words/record/payments.ts';

/** The way back from an invoice, and from a check. */
export const ALL_INVOICES = [{ title: words.title, to: '/payments' }];
