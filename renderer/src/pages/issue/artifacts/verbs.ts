import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/issue/new-artifact.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.verb, also: words.issue, to: '/artifacts', search: { act: 'new' } },
];
