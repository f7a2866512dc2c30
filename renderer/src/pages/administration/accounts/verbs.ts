import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/administration/accounts.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.create.verb, also: words.create.send, to: '/accounts', search: { act: 'new' } },
];
