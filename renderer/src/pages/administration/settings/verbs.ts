import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/administration/settings.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.backup.verb, also: words.backup.send, to: '/settings', search: { section: 'backup', act: 'backup' } },
];
