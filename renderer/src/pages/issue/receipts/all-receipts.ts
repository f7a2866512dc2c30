import { words } from '../../../words/issue/receipts.ts';

/** The way back from a receipt. */
export const ALL_RECEIPTS = [{ title: words.title, to: '/receipts' }];
