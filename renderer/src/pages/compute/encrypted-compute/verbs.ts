import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { words as advice } from '../../../words/compute/encrypted-compute-advice.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.make.verb, also: words.make.also, to: '/encrypted-compute', search: { act: 'new' } },
  {
    title: advice.ask.verb,
    also: advice.ask.also,
    to: '/encrypted-compute',
    search: { view: 'parameters', act: 'ask' },
  },
];
