import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/agents.ts';
import { words as policies } from '../../../words/record/agents-policies.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.start.verb, also: words.start.title, to: '/agents', search: { act: 'start' } },
  { title: words.register.verb, also: words.register.title, to: '/agents', search: { tab: 'agents', act: 'register' } },
  { title: policies.form.verb, also: policies.form.send, to: '/agents', search: { tab: 'policies', act: 'policy' } },
];
