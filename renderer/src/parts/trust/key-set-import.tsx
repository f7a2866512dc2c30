import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { type RevocationFile, readRevocation } from '@touchstone/core/keys/revocation.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '@touchstone/core/strict-json.ts';
import { useState } from 'react';
import { DropZone, FileTrigger, Button as PlainButton } from 'react-aria-components';
import { formatSize } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/trust.ts';
import { CompareStep } from './compare-step.tsx';
import { RevocationStep } from './revocation-step.tsx';

/** The text of a `*.pqkeys.json` or `*.pqrevoke.json` file and where it came from. */
export interface KeySetSource {
  readonly name: string;
  readonly text: string;
}

export interface KeySetImportSheetProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** A key set that is at hand already; otherwise the person chooses a file or pastes one. */
  readonly initial?: KeySetSource | undefined;
}

/** Imports a key set or a signed revocation: choose it, compare or see who vouches for it, confirm by name. */
export function KeySetImportSheet({ isOpen, onOpenChange, initial }: KeySetImportSheetProps) {
  // What was chosen outlives the sheet: whoever closes it to look something up goes on from there.
  const [chosen, choose] = useState<KeySetSource | null | undefined>(undefined);
  const close = () => onOpenChange(false);
  return (
    <Sheet title={words.import.title} size="wide" isOpen={isOpen} onClose={close}>
      <KeySetImport
        source={chosen === undefined ? (initial ?? null) : chosen}
        onSource={choose}
        onDone={() => {
          choose(undefined);
          close();
        }}
      />
    </Sheet>
  );
}

type Read =
  | { readonly kind: 'key_set'; readonly keySet: KeySet }
  | { readonly kind: 'revocation'; readonly file: RevocationFile }
  | {
      readonly kind: 'wrong';
      readonly wanted: keyof typeof words.import.unusable;
      readonly field: string;
      readonly message: string;
    };

/** A key set, or a signed revocation: they are told by its `kind`, which a key set does not have. */
function readText(text: string): Read {
  const parsed = parseStrictJson(text);
  if (parsed.ok && isJsonObject(parsed.value) && Object.hasOwn(parsed.value, 'kind')) {
    const result = readRevocation(parsed.value);
    if (result.ok) return { kind: 'revocation', file: result.file };
    return { kind: 'wrong', wanted: 'revocation', field: result.field, message: result.message };
  }
  const result = parseKeySet(text);
  if (result.ok) return { kind: 'key_set', keySet: result.keySet };
  return { kind: 'wrong', wanted: 'keySet', field: result.field, message: result.message };
}

interface KeySetImportProps {
  /** Null while nothing is chosen. */
  readonly source: KeySetSource | null;
  readonly onSource: (source: KeySetSource | null) => void;
  readonly onDone: () => void;
}

function KeySetImport({ source, onSource, onDone }: KeySetImportProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = source === null ? null : readText(source.text);

  const take = async (file: File) => {
    setProblem(null);
    if (file.size > MAX_FILE_BYTES) {
      setProblem(words.import.tooLarge(file.name, formatSize(file.size)));
      return;
    }
    try {
      onSource({ name: file.name, text: await file.text() });
    } catch {
      setProblem(words.import.unreadable(file.name));
    }
  };

  const steps = { source: source?.name ?? '', onBack: () => onSource(null), onDone };
  if (read?.kind === 'key_set') return <CompareStep keySet={read.keySet} {...steps} />;
  if (read?.kind === 'revocation') return <RevocationStep file={read.file} {...steps} />;
  return (
    <div className="space-y-3">
      <ChooseStep onFile={take} onText={(text) => onSource({ name: words.import.pasted, text })} />
      {problem !== null && <ErrorState title={words.import.notOpened}>{problem}</ErrorState>}
      {read?.kind === 'wrong' && (
        <ErrorState title={words.import.unusable[read.wanted]}>
          {read.field === '' ? (
            <FileText text={read.message} />
          ) : (
            words.import.at(<FileText text={read.field} isMono />, <FileText text={read.message} />)
          )}
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
        aria-label={words.import.drop}
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
          <PlainButton className={buttonClass('primary')}>{words.import.choose}</PlainButton>
        </FileTrigger>
        <span className="text-muted">{words.import.orDrop}</span>
      </DropZone>
      <TextField label={words.import.paste} rows={4} isMono value={text} onChange={setText} />
      <Button isDisabled={text.trim() === ''} onPress={() => onText(text)}>
        {words.import.read}
      </Button>
    </>
  );
}
