import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/protect/biometrics.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.enrol.verb, also: words.enrol.also, to: '/biometrics', search: { act: 'enrol' } },
  { title: words.match.verb, also: words.match.also, to: '/biometrics', search: { act: 'match' } },
  { title: words.threshold.verb, also: words.threshold.also, to: '/biometrics', search: { act: 'threshold' } },
];
