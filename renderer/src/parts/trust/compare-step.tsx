import { useQuery } from '@tanstack/react-query';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { isSameLine } from '@touchstone/core/keys/endorsement.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { type ReactNode, useState } from 'react';
import { Checkbox, Radio, RadioGroup } from 'react-aria-components';
import { client } from '../../lib/client.ts';
import { compareTexts } from '../../lib/text/compare.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { CompareResult, GroupedText } from '../../ui/hash-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/trust.ts';
import { sentenceFor } from '../work/error-sentence.ts';
import { successionWords } from './edition-words.ts';
import { KeySetDetails } from './key-set-details.tsx';
import { SheetButtons } from './sheet-buttons.tsx';
import { useTrustStore } from './trust.ts';

const { compare } = words;

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
    announce((way === 'endorsed' ? compare.accepted : compare.pinned)(keySet.keyset_id));
    onDone();
  };

  return (
    <div className="space-y-4">
      <KeySetDetails keySet={keySet} />
      {keySet.demo === true && <Note>{compare.demo}</Note>}
      <Fingerprint title={compare.own} value={fingerprint} />
      {assessment?.kind === 'endorsed' && assessment.other !== null && (
        <div className="space-y-2">
          <StatusMark look="verified" label={compare.endorsedBy(serialOf(editions, assessment.other))} size="small" />
          <Fingerprint title={compare.endorser} value={assessment.other} />
        </div>
      )}
      {assessment?.kind === 'not_endorsed' && (
        <Note>{compare.notEndorsed(<FileText text={assessment.reason ?? ''} limit={300} />)}</Note>
      )}
      {assessment?.kind === 'conflict' && assessment.other !== null && (
        <ErrorState title={compare.conflictTitle(keySet.serial)}>
          <p>{compare.conflict}</p>
          <Fingerprint title={compare.conflictOther} value={assessment.other} />
        </ErrorState>
      )}
      {held?.held === 'endorsed' && <p>{compare.heldEndorsed}</p>}
      {meaning !== null && !isKnown && <p className="max-w-prose">{meaning}</p>}
      {isKnown ? (
        <p>{compare.known}</p>
      ) : (
        <>
          {way !== 'endorsed' && <p className="max-w-prose">{compare.how}</p>}
          <RadioGroup
            value={way}
            onChange={(value) => setChosen(value === 'by_eye' || value === 'endorsed' ? value : 'typed')}
            aria-label={compare.ways}
            className="flex flex-wrap gap-x-6 gap-y-1"
          >
            {isEndorsed && <Choice value="endorsed">{compare.way.endorsed}</Choice>}
            <Choice value="typed">{compare.way.typed}</Choice>
            <Choice value="by_eye">{compare.way.by_eye}</Choice>
          </RadioGroup>
          {way === 'typed' && (
            <div>
              <TextField label={compare.given} isMono value={given} onChange={setGiven} />
              <p role="status" className="mt-1 min-h-6">
                <CompareResult expected={fingerprint} given={given} />
              </p>
            </div>
          )}
          <TextField
            label={way === 'endorsed' ? compare.nameAgrees : compare.nameCompares}
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
            <span>{compare.confirmations[way]}</span>
          </Checkbox>
        </>
      )}
      {refusal !== null && <ErrorState title={compare.refused}>{refusal}</ErrorState>}
      <SheetButtons>
        <Button onPress={onBack}>{words.import.back}</Button>
        {!isKnown && (
          <Button variant="primary" isDisabled={!mayPin} onPress={confirm}>
            {way === 'endorsed' ? compare.accept : compare.pin}
          </Button>
        )}
      </SheetButtons>
    </div>
  );
}

function serialOf(editions: readonly KeySet[], fingerprint: string): string {
  return String(editions.find((one) => one.fingerprint === fingerprint)?.serial ?? compare.unknownSerial);
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
