import { words } from '../../../words/issue/proofs.ts';

/** The way back from a proof, and from a check. */
export const ALL_PROOFS = [{ title: words.title, to: '/proofs' }];
