import type { PageVerb } from '../../../parts/navigation/page-verb.ts';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { CLAIMS } from './claims.ts';

export const verbs: readonly PageVerb[] = [
  ...CLAIMS.map(
    ({ type }): PageVerb => ({
      title: words.make.verb(claimWords.kinds[type]),
      also: words.make.find,
      to: '/proofs',
      search: { act: 'new', claim: type },
    }),
  ),
  { title: words.verify.verb, also: words.verify.also, to: '/proofs', search: { act: 'check' } },
];
