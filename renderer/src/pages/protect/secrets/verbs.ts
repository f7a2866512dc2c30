import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/protect/secrets.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.store.verb, also: words.store.send, to: '/secrets', search: { act: 'store' } },
];
