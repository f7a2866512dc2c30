import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { words } from '../../words/parts/trust.ts';
import { algorithmsOf, USE_WORDS } from './key-set-facts.ts';

const { details } = words;

/** What a key set states about itself. */
export function KeySetDetails({ keySet }: { readonly keySet: KeySet }) {
  return (
    <FactList>
      <Fact name={details.issuer}>
        <FileText text={keySet.issuer} /> {keySet.demo === true && <Badge tone="inconclusive">{details.demo}</Badge>}
      </Fact>
      <Fact name={details.principal}>
        <FileText text={keySet.principal} />
      </Fact>
      <Fact name={details.keySet}>
        <FileText text={keySet.keyset_id} />
        {details.edition(keySet.serial)}
      </Fact>
      <Fact name={details.use}>
        {USE_WORDS[keySet.use]} <code className="text-muted">({keySet.use})</code>
      </Fact>
      <Fact name={details.from}>
        <TimeText value={keySet.not_before} />
      </Fact>
      <Fact name={details.until}>
        <TimeText value={keySet.not_after} />
      </Fact>
      <Fact name={details.keys(keySet.keys.length)}>{algorithmsOf(keySet)}</Fact>
    </FactList>
  );
}
