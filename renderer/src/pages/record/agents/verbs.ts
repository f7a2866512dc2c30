import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/agents.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.register.title, to: '/agents', search: { tab: 'agents', act: 'register' } },
  { title: words.start.title, to: '/agents', search: { act: 'start' } },
];
