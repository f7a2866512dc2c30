import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { useState } from 'react';
import { Checkbox, DropZone, FileTrigger, Button as PlainButton, Radio, RadioGroup } from 'react-aria-components';
import { compareTexts } from '../lib/compare.ts';
import { formatSize } from '../lib/format.ts';
import { useTrustStore } from '../lib/trust.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FileText } from '../ui/file-text.tsx';
import { CompareResult, GroupedText } from '../ui/hash-text.tsx';
import { useAnnounce } from '../ui/live-region.tsx';
import { TextField } from '../ui/text-field.tsx';
import { KeySetDetails } from './key-set-details.tsx';

/** A `*.pqkeys.json` text and where it came from. */
export interface KeySetSource {
  readonly name: string;
  readonly text: string;
}

export interface KeySetImportDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** A key set that is at hand already; otherwise the person chooses a file or pastes one. */
  readonly initial?: KeySetSource | undefined;
}

/** Imports a key set: choose it, compare its fingerprint with one from elsewhere, confirm by name. */
export function KeySetImportDialog({ isOpen, onOpenChange, initial }: KeySetImportDialogProps) {
  return (
    <Dialog title="Import a key set" size="wide" isOpen={isOpen} onOpenChange={onOpenChange}>
      <KeySetImport initial={initial} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface Step {
  readonly source: KeySetSource;
  readonly keySet: KeySet;
}

function KeySetImport({
  initial,
  onDone,
}: {
  readonly initial: KeySetSource | undefined;
  readonly onDone: () => void;
}) {
  const [source, setSource] = useState<KeySetSource | null>(initial ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const result = source === null ? null : parseKeySet(source.text);
  const step: Step | null = source !== null && result?.ok === true ? { source, keySet: result.keySet } : null;

  const take = async (file: File) => {
    setProblem(null);
    if (file.size > MAX_FILE_BYTES) {
      setProblem(`${file.name} has ${formatSize(file.size)}; a key set has a few kilobytes.`);
      return;
    }
    try {
      setSource({ name: file.name, text: await file.text() });
    } catch {
      setProblem(`${file.name} could not be read.`);
    }
  };

  if (step !== null) return <CompareStep {...step} onBack={() => setSource(null)} onDone={onDone} />;
  const wrong = result?.ok === false ? result : null;
  return (
    <div className="space-y-3">
      <ChooseStep onFile={take} onText={(text) => setSource({ name: 'pasted text', text })} />
      {problem !== null && <ErrorState title="The file was not opened">{problem}</ErrorState>}
      {wrong !== null && (
        <ErrorState title="This is not a usable key set">
          {wrong.field !== '' && (
            <>
              At <FileText text={wrong.field} isMono />:{' '}
            </>
          )}
          <FileText text={wrong.message} />
        </ErrorState>
      )}
    </div>
  );
}

interface ChooseStepProps {
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
}

function ChooseStep({ onFile, onText }: ChooseStepProps) {
  const [text, setText] = useState('');
  return (
    <>
      <DropZone
        aria-label="Drop a key set here"
        className="flex flex-wrap items-center gap-3 rounded border border-dashed border-line-strong p-4 data-drop-target:border-accent data-drop-target:bg-accent-soft"
        onDrop={async (event) => {
          const item = event.items.find((found) => found.kind === 'file');
          if (item !== undefined) onFile(await item.getFile());
        }}
      >
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json']}
          onSelect={(files) => {
            const file = files?.[0];
            if (file !== undefined) onFile(file);
          }}
        >
          <PlainButton className={buttonClass('primary')}>Choose a file</PlainButton>
        </FileTrigger>
        <span className="text-muted">or drop a .pqkeys.json file here</span>
      </DropZone>
      <TextField label="Or paste its text" rows={4} isMono value={text} onChange={setText} />
      <Button isDisabled={text.trim() === ''} onPress={() => onText(text)}>
        Read the text
      </Button>
    </>
  );
}

type Way = 'typed' | 'by_eye';

function CompareStep({
  source,
  keySet,
  onBack,
  onDone,
}: Step & { readonly onBack: () => void; readonly onDone: () => void }) {
  const { store, pin } = useTrustStore();
  const announce = useAnnounce();
  const [way, setWay] = useState<Way>('typed');
  const [given, setGiven] = useState('');
  const [name, setName] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isKnown = store.key_sets.some(({ key_set }) => key_set.fingerprint === keySet.fingerprint);
  const isCompared = way === 'by_eye' || compareTexts(keySet.fingerprint, given).kind === 'equal';
  const mayPin = isCompared && isConfirmed && name.trim() !== '' && !isKnown;

  const confirm = async () => {
    const result = await pin(keySet, name.trim(), source.name);
    if (!result.ok) {
      setRefusal(result.message);
      return;
    }
    announce(`Key set ${keySet.keyset_id} is trusted now`);
    onDone();
  };

  return (
    <div className="space-y-4">
      <KeySetDetails keySet={keySet} />
      {keySet.demo === true && (
        <p className="rounded border border-inconclusive bg-inconclusive-soft px-3 py-2">
          This is a demonstration set: anyone may hold its secret keys. Every outcome under it says so.
        </p>
      )}
      <div>
        <h3 className="text-[0.8125rem]">Fingerprint of this file, computed here</h3>
        <p className="rounded bg-sunken px-3 py-2">
          <GroupedText value={keySet.fingerprint} />
        </p>
      </div>
      {isKnown ? (
        <p>This key set is trusted already.</p>
      ) : (
        <>
          <p className="max-w-prose">
            Get the fingerprint from the issuer by another way than this file: by telephone, on paper, from a page you
            trust. A fingerprint that came with the file proves nothing.
          </p>
          <RadioGroup
            value={way}
            onChange={(value) => setWay(value === 'by_eye' ? 'by_eye' : 'typed')}
            aria-label="How you compare"
            className="flex flex-wrap gap-x-6 gap-y-1"
          >
            <Choice value="typed">Paste or type it</Choice>
            <Choice value="by_eye">Compare by eye or ear</Choice>
          </RadioGroup>
          {way === 'typed' && (
            <div>
              <TextField label="Fingerprint obtained elsewhere" isMono value={given} onChange={setGiven} />
              <p role="status" className="mt-1 min-h-6">
                <CompareResult expected={keySet.fingerprint} given={given} />
              </p>
            </div>
          )}
          <TextField label="Name of the person who compares" value={name} onChange={setName} />
          <Checkbox isSelected={isConfirmed} onChange={setConfirmed} className="group flex items-start gap-2">
            <span
              aria-hidden="true"
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-xs leading-none text-accent"
            >
              {isConfirmed ? '✓' : ''}
            </span>
            <span>
              {way === 'by_eye' ? 'I compared all 64 characters with a fingerprint' : 'I obtained this fingerprint'} by
              another way than this file
            </span>
          </Checkbox>
        </>
      )}
      {refusal !== null && <ErrorState title="The key set was not pinned">{refusal}</ErrorState>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onBack}>Choose another</Button>
        {!isKnown && (
          <Button variant="primary" isDisabled={!mayPin} onPress={confirm}>
            Trust this key set
          </Button>
        )}
      </div>
    </div>
  );
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
