import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { algorithmsOf, USE_WORDS } from './key-set-facts.ts';

/** What a key set states about itself. */
export function KeySetDetails({ keySet }: { readonly keySet: KeySet }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      <Fact name="Issuer">
        <FileText text={keySet.issuer} /> {keySet.demo === true && <Badge tone="inconclusive">demo</Badge>}
      </Fact>
      <Fact name="Principal">
        <FileText text={keySet.principal} />
      </Fact>
      <Fact name="Key set">
        <FileText text={keySet.keyset_id} />, edition {keySet.serial}
      </Fact>
      <Fact name="Use">
        {USE_WORDS[keySet.use]} <code className="text-muted">({keySet.use})</code>
      </Fact>
      <Fact name="Valid from">
        <TimeText value={keySet.not_before} />
      </Fact>
      <Fact name="Valid until">
        <TimeText value={keySet.not_after} />
      </Fact>
      <Fact name={keySet.keys.length === 1 ? 'Key' : 'Keys'}>{algorithmsOf(keySet)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:mt-1">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
