import { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { depthOf, type Known } from './known.ts';
import { type SheetOfKey, type Step, withCiphertext } from './notebooks.ts';
import { type Computation, compute, placeOf } from './operations.ts';
import { refusalOfWork } from './refusal.tsx';
import type { ComputeAct } from './search.ts';
import { readSteps } from './typed-values.ts';

const { compute: texts } = words;
const EMPTY = { ciphertext_a: '', ciphertext_b: '', steps: '1' };

export interface ComputeSheetProps extends Omit<SheetOfKey, 'isOpen'> {
  /** Null while it is closed. */
  readonly act: ComputeAct | null;
  /** The number of the step that a row's verb begins with. */
  readonly of: string | undefined;
  readonly steps: readonly Step[];
}

/** One step from ciphertexts of the notebook: which of them, what it costs, and what will come of it. */
export function ComputeSheet({ act, of, steps, notebookKey, notebooks, onClose }: ComputeSheetProps) {
  const announce = useAnnounce();
  const { item } = notebookKey;
  const work = useWork((computation: Computation, signal) => compute(notebookKey, computation, signal));
  const draft = useDraft(useState(EMPTY), work.state);
  const all = withCiphertext(steps);
  const choose = useEffectEvent(() => {
    const newest = String(all.at(-1)?.number ?? '');
    const before = String(all.at(-2)?.number ?? newest);
    const first = of ?? (act === 'add' || act === 'multiply' ? before : newest);
    draft.change({ ciphertext_a: first, ciphertext_b: first === newest ? before : newest });
    work.reset();
  });
  useEffect(() => {
    if (act !== null) choose();
  }, [act]);
  // While it closes it shows what it was.
  const [shown, setShown] = useState<ComputeAct>('add');
  if (act !== null && act !== shown) setShown(act);
  const isOfTwo = shown === 'add' || shown === 'multiply';
  const { values } = draft;
  const named = (number: string) => all.find((step) => String(step.number) === number);
  const [a, b] = [named(values.ciphertext_a), isOfTwo ? named(values.ciphertext_b) : undefined];
  const isHere = placeOf(notebookKey, shown) === 'page';
  const send = async () => {
    const slots = readSteps(values.steps);
    const found = {
      ciphertext_a: a === undefined ? texts.nothing : '',
      ciphertext_b: isOfTwo && b === undefined ? texts.nothing : '',
      steps: shown === 'rotate' && slots === null ? texts.slotsTrouble : '',
    };
    if (!draft.check(found) || a === undefined) return;
    const operand = { number: a.number, text: a.ciphertext.text };
    const other = b === undefined ? null : { number: b.number, text: b.ciphertext.text };
    const made = await work.start({ act: shown, a: operand, b: other, slots: slots ?? 0 });
    if (made === null) return;
    const { number } = notebooks.add(item.id, made);
    announce(texts.done(number, texts[shown].verb));
    onClose();
  };
  const units = isHere ? 0 : fhe.bfvAdd.units;
  const options = all.map(({ number, kind, ciphertext: { known } }) => ({
    value: String(number),
    label: texts.option(number, words.steps.kinds[kind], known.depth),
  }));
  return (
    <FormSheet
      texts={{
        ...texts,
        title: texts.titles[shown],
        send: texts[shown].verb,
        busy: isHere ? texts.busyPage : texts.busyService,
      }}
      note={isHere ? texts.notePage : texts.noteService(unitsText(units))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={all.length === 0}
      work={work}
      failure={refusalOfWork(work.state)}
      units={units}
    >
      {all.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <>
          <Select label={isOfTwo ? texts.first : texts.one} options={options} {...draft.field('ciphertext_a')} />
          {isOfTwo && <Select label={texts.second} options={options} {...draft.field('ciphertext_b')} />}
          {shown === 'rotate' && (
            <TextField label={texts.slots} {...draft.field('steps')} description={texts.slotsHint} isRequired />
          )}
        </>
      )}
      <div className="space-y-2 text-13 text-muted">
        <p>{aboutOf(shown, item.scheme === 'CKKS', isHere)}</p>
        {isOfTwo && a !== undefined && b !== undefined && (
          <Forecast act={shown} a={a.ciphertext.known} b={b.ciphertext.known} />
        )}
      </div>
    </FormSheet>
  );
}

function aboutOf(act: ComputeAct, isCkks: boolean, isHere: boolean): string {
  const { text } = texts[act];
  if (act === 'multiply' && isHere) return `${text} ${texts.multiplyPage}`;
  if (act !== 'decrypt') return text;
  if (isCkks) return `${texts.decryptService} ${texts.decryptCkks}`;
  return isHere ? texts.decryptPage : texts.decryptService;
}

interface ForecastProps {
  readonly act: 'add' | 'multiply';
  readonly a: Known;
  readonly b: Known;
}

/** What is known of the result before it is asked for. */
function Forecast({ act, a, b }: ForecastProps) {
  const depth = depthOf(act, a, b);
  if (depth !== null) return <p className="text-text">{texts.forecast(depth)}</p>;
  return <p className="text-text">{a.noise === null ? texts.refusedCkks : texts.refused}</p>;
}
