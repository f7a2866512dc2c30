import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words as ceremony } from '../../../words/protect/ceremony.ts';
import { words as gateway } from '../../../words/protect/gateway.ts';
import { words as checks } from '../../../words/protect/key-checks.ts';
import { words } from '../../../words/protect/keys.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.create.verb, also: words.create.send, to: '/keys', search: { act: 'create' } },
  { title: words.wrap.verb, also: words.wrap.send, to: '/keys', search: { tab: 'wrapped', act: 'wrap' } },
  { title: gateway.target.verb, to: '/keys', search: { tab: 'gateway', act: 'target' } },
  { title: checks.enrol.verb, also: checks.enrol.also, to: '/keys', search: { tab: 'checks', act: 'enrol' } },
  { title: ceremony.begin.verb, also: ceremony.begin.send, to: '/keys', search: { tab: 'ceremony', act: 'begin' } },
];
