import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/health.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.open.title, also: words.open.send, to: '/health', search: { act: 'open' } },
];
