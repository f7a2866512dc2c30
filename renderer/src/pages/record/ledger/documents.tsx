import type { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/record/ledger.ts';
import { AttestSheet } from './attest-sheet.tsx';
import { DocumentHistory } from './document-history.tsx';
import { newHashDraft, oneHash } from './hash-draft.ts';
import { useLedgerSearch } from './search.ts';
import { ValidatedDocument, ValidateSheet } from './validate-sheet.tsx';
import { WatchedAttestation } from './watched-attestation.tsx';

/** Document hashes: check the form of a document, anchor its hash, see what was done with it. */
export function Documents() {
  const { search, setSearch } = useLedgerSearch();
  const hashes = useState(newHashDraft);
  const [, setHashes] = hashes;
  const [validated, setValidated] = useState<OutputOf<typeof vault.validate> | null>(null);
  const [attested, setAttested] = useState<readonly OutputOf<typeof vault.attest>[]>([]);
  const close = () => setSearch({ act: undefined });
  const act = (verb: 'attest' | 'validate' | 'sample') => setSearch({ act: verb }, 'push');
  const { documents: texts } = words;
  return (
    <div className="space-y-8">
      {validated === null && attested.length === 0 && (
        <EmptyState
          title={texts.empty}
          icon={<ObjectSign kind="document" />}
          onSample={() => act('sample')}
          actions={<Button onPress={() => act('validate')}>{words.validate.verb}</Button>}
        >
          <p>{texts.emptyText}</p>
        </EmptyState>
      )}
      {attested.length > 0 && (
        <Section title={words.attest.results}>
          {attested.map((one) => (
            <WatchedAttestation key={one.attestation_id} attested={one} />
          ))}
        </Section>
      )}
      {validated !== null && <ValidatedDocument answer={validated} onAttest={() => act('attest')} />}
      <DocumentHistory hashes={hashes} />
      <ValidateSheet
        act={search.act === 'validate' || search.act === 'sample' ? search.act : null}
        onClose={close}
        onValidated={(answer) => {
          setValidated(answer);
          setHashes((before) => ({ ...before, ...oneHash(answer.hash) }));
          close();
        }}
      />
      <AttestSheet
        hashes={hashes}
        isOpen={search.act === 'attest'}
        onClose={close}
        onAttested={(one) => {
          setAttested((before) => [one, ...before]);
          close();
        }}
      />
    </div>
  );
}
