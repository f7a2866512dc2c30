import { words } from '../../../words/compute/joint-computation.ts';

/** The way back from a session. */
export const ALL_SESSIONS = [{ title: words.title, to: '/joint-computation' }];
