import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/compute/fraud.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.contribute.verb, also: words.contribute.also, to: '/fraud', search: { act: 'contribute' } },
  { title: words.score.verb, also: words.score.also, to: '/fraud', search: { act: 'score' } },
];
