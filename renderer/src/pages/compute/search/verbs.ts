import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/compute/search.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.add.verb, also: words.add.also, to: '/search', search: { act: 'add' } },
];
