import { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import { SLOTS } from '@touchstone/core/fhe/params.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import type { SheetOfKey } from './notebooks.ts';
import { encrypt, placeOf } from './operations.ts';
import { parametersOf, rangeText } from './parameters.ts';
import { refusalOfWork } from './refusal.tsx';
import { readValues, type TypedValues } from './typed-values.ts';

const { encrypt: texts } = words;
const EMPTY = { plaintext: '' };

export interface EncryptSheetProps extends Omit<SheetOfKey, 'isOpen'> {
  /** `encrypt-sample`: filled with an example. Null while it is closed. */
  readonly act: 'encrypt' | 'encrypt-sample' | null;
}

/** Encrypts numbers: in this page where the client keeps the key, at the service else. */
export function EncryptSheet({ act, notebookKey, notebooks, onClose }: EncryptSheetProps) {
  const announce = useAnnounce();
  const { item } = notebookKey;
  const parameters = parametersOf(item);
  const isWhole = item.scheme === 'BFV';
  const isHere = placeOf(notebookKey, 'encrypt') === 'page';
  const work = useWork((values: readonly number[], signal) => encrypt(notebookKey, values, signal));
  const draft = useDraft(useState(EMPTY), work.state);
  useOnLock(() => act === null && draft.fill(EMPTY));
  const fillSample = useEffectEvent(() =>
    draft.fill({ plaintext: isWhole ? texts.sample.integers : texts.sample.decimals }),
  );
  useEffect(() => {
    if (act === 'encrypt-sample') fillSample();
  }, [act]);
  const range = texts.range(rangeText(parameters));
  const send = async () => {
    const read = readValues(draft.values.plaintext, parameters.id);
    if (!draft.check({ plaintext: troubleOf(read, range, isWhole) }) || !read.ok) return;
    const made = await work.start(read.values);
    if (made === null) return;
    notebooks.add(item.id, made);
    draft.fill(EMPTY);
    announce(texts.done(read.values.length));
    onClose();
  };
  const units = isHere ? 0 : fhe.bfvEncrypt.units;
  return (
    <FormSheet
      texts={{ ...texts, busy: isHere ? texts.busyPage : texts.busyService }}
      note={isHere ? texts.notePage : texts.noteService(unitsText(units))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      failure={refusalOfWork(work.state)}
      units={units}
    >
      <TextField
        label={texts.values}
        {...draft.field('plaintext')}
        rows={6}
        isMono
        description={isWhole ? texts.hint(SLOTS, range) : texts.hintCkks(SLOTS, range)}
        isRequired
      />
      <p className="text-13 text-muted">
        {texts.slots} {!isWhole && texts.scale}
      </p>
    </FormSheet>
  );
}

function troubleOf(read: TypedValues, range: string, isWhole: boolean): string {
  if (read.ok) return '';
  switch (read.reason) {
    case 'none':
      return texts.none;
    case 'too-many':
      return texts.tooMany(SLOTS);
    case 'empty':
      return texts.emptyPlace(read.at);
    case 'grouped':
      return texts.grouped(read.at, read.text);
    case 'decimal-comma':
      return texts.decimalComma(read.at, read.text);
    case 'no-number':
      return texts.noNumber(read.at, read.text, isWhole);
    case 'out-of-range':
      return texts.outOfRange(read.at, read.text, range);
  }
}
