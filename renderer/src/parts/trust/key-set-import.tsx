import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { type RevocationFile, readRevocation } from '@touchstone/core/keys/revocation.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '@touchstone/core/strict-json.ts';
import { useState } from 'react';
import { DropZone, FileTrigger, Button as PlainButton } from 'react-aria-components';
import { formatSize } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CompareStep } from './compare-step.tsx';
import { RevocationStep } from './revocation-step.tsx';

/** The text of a `*.pqkeys.json` or `*.pqrevoke.json` file and where it came from. */
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

/** Imports a key set or a signed revocation: choose it, compare or see who vouches for it, confirm by name. */
export function KeySetImportDialog({ isOpen, onOpenChange, initial }: KeySetImportDialogProps) {
  return (
    <Dialog title="Import a key set" size="wide" isOpen={isOpen} onOpenChange={onOpenChange}>
      <KeySetImport initial={initial} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type Read =
  | { readonly kind: 'key_set'; readonly keySet: KeySet }
  | { readonly kind: 'revocation'; readonly file: RevocationFile }
  | { readonly kind: 'wrong'; readonly what: string; readonly field: string; readonly message: string };

/** A key set, or a signed revocation: they are told by its `kind`, which a key set does not have. */
function readText(text: string): Read {
  const parsed = parseStrictJson(text);
  if (parsed.ok && isJsonObject(parsed.value) && Object.hasOwn(parsed.value, 'kind')) {
    const result = readRevocation(parsed.value);
    if (result.ok) return { kind: 'revocation', file: result.file };
    return { kind: 'wrong', what: 'revocation', field: result.field, message: result.message };
  }
  const result = parseKeySet(text);
  if (result.ok) return { kind: 'key_set', keySet: result.keySet };
  return { kind: 'wrong', what: 'key set', field: result.field, message: result.message };
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
  const read = source === null ? null : readText(source.text);

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

  const steps = { source: source?.name ?? '', onBack: () => setSource(null), onDone };
  if (read?.kind === 'key_set') return <CompareStep keySet={read.keySet} {...steps} />;
  if (read?.kind === 'revocation') return <RevocationStep file={read.file} {...steps} />;
  return (
    <div className="space-y-3">
      <ChooseStep onFile={take} onText={(text) => setSource({ name: 'pasted text', text })} />
      {problem !== null && <ErrorState title="The file was not opened">{problem}</ErrorState>}
      {read?.kind === 'wrong' && (
        <ErrorState title={`This is not a usable ${read.what}`}>
          {read.field !== '' && (
            <>
              At <FileText text={read.field} isMono />:{' '}
            </>
          )}
          <FileText text={read.message} />
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
        <span className="text-muted">or drop a .pqkeys.json or .pqrevoke.json file here</span>
      </DropZone>
      <TextField label="Or paste its text" rows={4} isMono value={text} onChange={setText} />
      <Button isDisabled={text.trim() === ''} onPress={() => onText(text)}>
        Read the text
      </Button>
    </>
  );
}
