import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { FileField } from './file-field.tsx';
import { MOST_KEY_FILE_BYTES, readKeyFile } from './key-file.ts';
import { shortId } from './key-items.ts';
import type { Notebooks } from './notebooks.ts';
import { loadPair } from './operations.ts';

const { keys: texts } = words;

/** What is wrong with a file, or the id of the pair that was in it. */
type LoadedKeys = { readonly trouble: string } | { readonly id: string };

export interface LoadKeysSheetProps {
  readonly isOpen: boolean;
  /** The id of the pair that is open; undefined where any will do. */
  readonly pair: string | undefined;
  readonly notebooks: Notebooks;
  readonly onClose: () => void;
  readonly onLoaded: (id: string) => void;
}

/** Takes the keys of a pair from their file into the worker. */
export function LoadKeysSheet({ isOpen, pair: wanted, notebooks, onClose, onLoaded }: LoadKeysSheetProps) {
  const announce = useAnnounce();
  const work = useWork(async (file: File, signal): Promise<LoadedKeys> => {
    const read = await readTextFile(file, MOST_KEY_FILE_BYTES);
    if (!read.ok) return { trouble: read.message };
    const keys = readKeyFile(read.text);
    if (keys !== null && wanted !== undefined && keys.key_id !== wanted) {
      return { trouble: texts.fileOther(shortId(keys.key_id)) };
    }
    const pair = keys === null ? null : await loadPair(keys, signal);
    if (keys === null || pair === null) return { trouble: texts.fileTrouble };
    signal.throwIfAborted();
    notebooks.loaded(pair, keys);
    return { id: pair.id };
  });
  const draft = useDraft(useState({ file: null as File | null }), work.state);
  const send = async () => {
    const { file } = draft.values;
    if (!draft.check({ file: file === null ? texts.fileNone : '' }) || file === null) return;
    const loaded = await work.start(file);
    if (loaded === null || !draft.check({ file: 'trouble' in loaded ? loaded.trouble : '' })) return;
    draft.fill({ file: null });
    announce(texts.fileDone);
    if ('id' in loaded) onLoaded(loaded.id);
  };
  return (
    <FormSheet
      texts={{ title: texts.fileTitle, send: texts.fileVerb, busy: texts.fileBusy, failed: texts.fileFailed }}
      note={texts.fileNote}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      <FileField label={texts.file} description={texts.fileHint} {...draft.field('file')} />
    </FormSheet>
  );
}
