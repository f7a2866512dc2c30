import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/check/trust.ts';

export const verbs: readonly PageVerb[] = [{ title: words.import, to: '/trust', search: { import: true } }];
