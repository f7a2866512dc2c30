import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { FileField } from './file-field.tsx';
import { knownOf } from './known.ts';
import type { SheetOfKey } from './notebooks.ts';

const { load: texts } = words;
/** The largest ciphertext has 1.6 MB, 2.1 in base64. */
const MOST_BYTES = 8 * 1_024 * 1_024;
const ID_DIGITS = 16;

/** Puts a ciphertext that was saved, or computed by a program, into the notebook. */
export function LoadSheet({ notebookKey: { item }, notebooks, isOpen, onClose }: SheetOfKey) {
  const announce = useAnnounce();
  const work = useWork(async (file: File): Promise<string> => {
    const read = await readTextFile(file, MOST_BYTES);
    if (!read.ok) return read.message;
    const text = read.text.trim();
    const known = knownOf(text);
    if (known === null) return texts.noCiphertext;
    if (known.keyId !== item.id.slice(-ID_DIGITS)) return texts.otherKey;
    const ciphertext = { text, known };
    notebooks.add(item.id, {
      kind: 'load',
      from: [],
      slots: null,
      ciphertext,
      scale: null,
      values: null,
      seen: 'nothing',
    });
    return '';
  });
  const draft = useDraft(useState({ file: null as File | null }), work.state);
  const send = async () => {
    const { file } = draft.values;
    if (!draft.check({ file: file === null ? texts.none : '' }) || file === null) return;
    const trouble = await work.start(file);
    if (trouble === null || !draft.check({ file: trouble })) return;
    draft.fill({ file: null });
    announce(texts.done);
    onClose();
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      <FileField label={texts.file} description={texts.hint} {...draft.field('file')} />
    </FormSheet>
  );
}
