import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/issue/receipts.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.create.verb, also: words.create.send, to: '/receipts', search: { act: 'new' } },
  { title: words.lookUp.title, to: '/receipts', search: { act: 'lookup' } },
];
