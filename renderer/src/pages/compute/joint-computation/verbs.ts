import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/compute/joint-computation.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.open.verb, also: words.open.also, to: '/joint-computation', search: { act: 'new' } },
];
