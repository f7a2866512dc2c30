import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/payments.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.make.verb, also: words.make.also, to: '/payments', search: { act: 'new' } },
  { title: words.verify.verb, also: words.verify.also, to: '/payments', search: { act: 'check' } },
];
