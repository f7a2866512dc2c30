import { useQuery } from '@tanstack/react-query';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { isSameLine } from '@touchstone/core/keys/endorsement.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { type ReactNode, useState } from 'react';
import { Checkbox, Radio, RadioGroup } from 'react-aria-components';
import { client } from '../../lib/client.ts';
import { sentenceFor } from '../../lib/errors.ts';
import { compareTexts } from '../../lib/text/compare.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { CompareResult, GroupedText } from '../../ui/hash-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { successionWords } from './edition-words.ts';
import { KeySetDetails } from './key-set-details.tsx';
import { useTrustStore } from './trust.ts';

type Way = 'typed' | 'by_eye' | 'endorsed';

export interface CompareStepProps {
  readonly keySet: KeySet;
  /** File name or address that it came from. */
  readonly source: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** A key set that was read: what it states, who vouches for it, and how a person compares its fingerprint. */
export function CompareStep({ keySet, source, onBack, onDone }: CompareStepProps) {
  const { store, pin, acceptEndorsed } = useTrustStore();
  const announce = useAnnounce();
  const { fingerprint } = keySet;
  const held = store.key_sets.find(({ key_set, untrusted }) => key_set.fingerprint === fingerprint && !untrusted);
  const assessment = useQuery({
    queryKey: ['trust-assessment', fingerprint, store],
    queryFn: ({ signal }) => client.admin.trust.assess({ body: { key_set: documentOf(keySet) } }, { signal }),
    retry: false,
  }).data;
  const isEndorsed = assessment?.kind === 'endorsed';
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? (isEndorsed ? 'endorsed' : 'typed');
  const [given, setGiven] = useState('');
  const [name, setName] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isKnown = held?.held === 'pinned';
  const isCompared = way !== 'typed' || compareTexts(fingerprint, given).kind === 'equal';
  const mayPin = isCompared && isConfirmed && name.trim() !== '' && !isKnown;
  const line = store.key_sets.filter(({ key_set, untrusted }) => !untrusted && isSameLine(key_set, keySet));
  const editions = line.map(({ key_set }) => key_set).filter((other) => other.fingerprint !== fingerprint);
  const meaning = successionWords(keySet, editions);

  const confirm = async () => {
    setRefusal(null);
    if (way === 'endorsed') {
      try {
        await acceptEndorsed(keySet, name.trim(), source);
      } catch (error) {
        setRefusal(sentenceFor(error));
        return;
      }
    } else {
      const result = await pin(keySet, name.trim(), source);
      if (!result.ok) {
        setRefusal(result.message);
        return;
      }
    }
    announce(`Key set ${keySet.keyset_id} is trusted now`);
    onDone();
  };

  return (
    <div className="space-y-4">
      <KeySetDetails keySet={keySet} />
      {keySet.demo === true && (
        <Note>This is a demonstration set: anyone may hold its secret keys. Every outcome under it says so.</Note>
      )}
      <Fingerprint title="Fingerprint of this file, computed here" value={fingerprint} />
      {assessment?.kind === 'endorsed' && assessment.other !== null && (
        <div className="space-y-2">
          <StatusMark
            look="verified"
            label={`Endorsed by edition ${serialOf(editions, assessment.other)}`}
            size="small"
          />
          <Fingerprint title="Fingerprint of the endorsing edition, which is trusted here" value={assessment.other} />
        </div>
      )}
      {assessment?.kind === 'not_endorsed' && (
        <Note>
          <FileText text={assessment.reason ?? ''} limit={300} /> Another edition is trusted here for the same
          principal. Only your comparison of the fingerprint tells whether this set comes from the same issuer.
        </Note>
      )}
      {assessment?.kind === 'conflict' && assessment.other !== null && (
        <ErrorState title={`Another set is trusted as edition ${keySet.serial}`}>
          <p>Ask the issuer which of the two is right. To take this one, remove trust in the other first.</p>
          <Fingerprint title="Fingerprint of the trusted one" value={assessment.other} />
        </ErrorState>
      )}
      {held?.held === 'endorsed' && (
        <p>This edition is trusted already because another one endorses it. Compare its fingerprint to pin it too.</p>
      )}
      {meaning !== null && !isKnown && <p className="max-w-prose">{meaning}</p>}
      {isKnown ? (
        <p>This key set is pinned already.</p>
      ) : (
        <>
          {way !== 'endorsed' && (
            <p className="max-w-prose">
              Get the fingerprint from the issuer through a channel other than the one the file came by: by telephone,
              on paper, from a page that you trust. A fingerprint that came with the file proves nothing.
            </p>
          )}
          <RadioGroup
            value={way}
            onChange={(value) => setChosen(value === 'by_eye' || value === 'endorsed' ? value : 'typed')}
            aria-label="How you compare"
            className="flex flex-wrap gap-x-6 gap-y-1"
          >
            {isEndorsed && <Choice value="endorsed">Rely on the endorsement</Choice>}
            <Choice value="typed">Paste or type it</Choice>
            <Choice value="by_eye">Compare by reading aloud</Choice>
          </RadioGroup>
          {way === 'typed' && (
            <div>
              <TextField label="Fingerprint obtained elsewhere" isMono value={given} onChange={setGiven} />
              <p role="status" className="mt-1 min-h-6">
                <CompareResult expected={fingerprint} given={given} />
              </p>
            </div>
          )}
          <TextField
            label={way === 'endorsed' ? 'Name of the person who agrees' : 'Name of the person who compares'}
            value={name}
            onChange={setName}
          />
          <Checkbox isSelected={isConfirmed} onChange={setConfirmed} className="group flex items-start gap-2">
            <span
              aria-hidden="true"
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-12 leading-none text-accent"
            >
              {isConfirmed ? '✓' : ''}
            </span>
            <span>{CONFIRMATIONS[way]}</span>
          </Checkbox>
        </>
      )}
      {refusal !== null && <ErrorState title="The key set was not taken in">{refusal}</ErrorState>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onBack}>Choose another</Button>
        {!isKnown && (
          <Button variant="primary" isDisabled={!mayPin} onPress={confirm}>
            {way === 'endorsed' ? 'Take in this edition' : 'Trust this key set'}
          </Button>
        )}
      </div>
    </div>
  );
}

const CONFIRMATIONS: Readonly<Record<Way, string>> = {
  typed: 'I obtained this fingerprint through another channel than this file',
  by_eye: 'I compared all 64 characters with a fingerprint that came through another channel',
  endorsed: 'Nobody compared this fingerprint: I rely on the edition before',
};

function serialOf(editions: readonly KeySet[], fingerprint: string): string {
  return String(editions.find((one) => one.fingerprint === fingerprint)?.serial ?? 'before');
}

function documentOf(keySet: KeySet) {
  const value = JSON.parse(JSON.stringify(keySet));
  if (!isJsonObject(value)) throw new TypeError('internal: a key set is an object');
  return value;
}

function Fingerprint({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div>
      <h3 className="text-13">{title}</h3>
      <p className="rounded bg-sunken px-3 py-2">
        <GroupedText value={value} />
      </p>
    </div>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return <p className="rounded border border-inconclusive bg-inconclusive-soft px-3 py-2">{children}</p>;
}

function Choice({ value, children }: { readonly value: Way; readonly children: string }) {
  return (
    <Radio value={value} className="group flex min-h-6 items-center gap-2">
      <span
        aria-hidden="true"
        className="flex size-4 items-center justify-center rounded-full border border-line-strong bg-surface"
      >
        <span className="size-2 rounded-full group-data-selected:bg-accent forced-colors:group-data-selected:bg-[Highlight]" />
      </span>
      {children}
    </Radio>
  );
}
