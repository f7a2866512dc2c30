import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words } from '../../../words/record/ledger.ts';

export const verbs: readonly PageVerb[] = [
  { title: words.attest.title, to: '/ledger', search: { tab: 'documents', act: 'attest' } },
  { title: words.validate.title, to: '/ledger', search: { tab: 'documents', act: 'validate' } },
];
