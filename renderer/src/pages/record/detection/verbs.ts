import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/detection.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.timings.verb, to: '/detection', search: { act: 'timings' } },
  { title: words.traffic.verb, to: '/detection', search: { act: 'traffic' } },
  { title: words.algorithms.verb, also: words.algorithms.title, to: '/detection', search: { act: 'algorithms' } },
];
