import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/administration/cache.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.write.verb, to: '/cache', search: { act: 'write' } },
  { title: words.read.verb, to: '/cache', search: { act: 'read' } },
];
