import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/calls.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.make.verb, also: words.make.also, to: '/calls', search: { act: 'new' } },
];
