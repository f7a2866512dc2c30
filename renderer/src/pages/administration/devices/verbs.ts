import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/administration/devices.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.register.verb, to: '/devices', search: { act: 'register' } },
  { title: words.open.verb, to: '/devices', search: { act: 'open' } },
];
