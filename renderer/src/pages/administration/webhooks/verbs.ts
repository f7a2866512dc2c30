import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/administration/webhooks.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.set.verb, also: words.set.send, to: '/webhooks', search: { act: 'set' } },
];
