import { words } from '../../../words/issue/artifacts.ts';

/** The way back from an artifact. */
export const ALL_ARTIFACTS = [{ title: words.title, to: '/artifacts' }];
