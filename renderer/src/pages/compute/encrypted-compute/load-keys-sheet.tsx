import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { FileField } from './file-field.tsx';
import { MOST_KEY_FILE_BYTES, readKeyFile } from './key-file.ts';
import { nameOf } from './key-items.ts';
import type { SheetOfKey } from './notebooks.ts';
import { loadPair } from './operations.ts';

const { keys: texts } = words;

/** Takes the keys of a pair from their file into the worker. */
export function LoadKeysSheet({ notebookKey: { item }, notebooks, isOpen, onClose }: SheetOfKey) {
  const announce = useAnnounce();
  const work = useWork(async (file: File, signal): Promise<string> => {
    const read = await readTextFile(file, MOST_KEY_FILE_BYTES);
    if (!read.ok) return read.message;
    const keys = readKeyFile(read.text);
    if (keys !== null && keys.key_id !== item.id)
      return texts.fileOther(nameOf({ id: keys.key_id, profile: item.profile }));
    const pair = keys === null ? null : await loadPair(keys, signal);
    if (pair === null) return texts.fileTrouble;
    signal.throwIfAborted();
    notebooks.hold(pair);
    return '';
  });
  const draft = useDraft(useState({ file: null as File | null }), work.state);
  const send = async () => {
    const { file } = draft.values;
    if (!draft.check({ file: file === null ? texts.fileNone : '' }) || file === null) return;
    const trouble = await work.start(file);
    if (trouble === null || !draft.check({ file: trouble })) return;
    draft.fill({ file: null });
    announce(texts.fileDone);
    onClose();
  };
  return (
    <FormSheet
      title={texts.fileTitle}
      note={texts.fileNote}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      verb={texts.fileVerb}
      work={work}
      busyLabel={texts.fileBusy}
      failedTitle={texts.fileFailed}
      units={0}
    >
      <FileField label={texts.file} description={texts.fileHint} {...draft.field('file')} />
    </FormSheet>
  );
}
