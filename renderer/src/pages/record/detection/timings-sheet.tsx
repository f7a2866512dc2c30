import { ai } from '@touchstone/core/api/crypto/ai.ts';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { mostItemsOf } from '../../../parts/form/contract-limits.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/detection.ts';
import { type Drafts, NO_TIMINGS } from './drafts.ts';
import { type MeasurementsRead, readMeasurements } from './read-input.ts';
import { results, type TimingsBody } from './results.ts';

const { timings: texts } = words;
const UNITS = ai.sideChannel.units;
const MEMBERS = ai.sideChannel.body.properties;
const MOST = mostItemsOf(MEMBERS.timing_samples);

export interface CheckSheetProps<S> {
  readonly state: S;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With the id of the result. */
  readonly onChecked: (id: string) => void;
}

/** Has durations tested. */
export function TimingsSheet({ state, isOpen, onClose, onChecked }: CheckSheetProps<Drafts['timings']>) {
  const work = useWork((body: TimingsBody, signal) => client.crypto.ai.sideChannel({ body }, { signal }));
  const draft = useDraft(state, work.state);
  const send = async () => {
    const { timing_samples, operation, algorithm } = draft.values;
    const read = readMeasurements(timing_samples);
    const found = {
      timing_samples: measurementsTrouble(read),
      operation: lineTrouble(operation, texts.operationWhat, MEMBERS.operation),
      algorithm: lineTrouble(algorithm, texts.algorithmWhat, MEMBERS.algorithm),
    };
    if (!draft.check(found) || !read.ok) return;
    const body = { ...read.measurements, operation: operation.trim(), algorithm: algorithm.trim() };
    const answer = await work.start(body);
    if (answer === null) return;
    draft.fill(NO_TIMINGS);
    onChecked(results.add({ kind: 'timings', body, answer }, Date.now()));
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <TextField
        label={texts.measurements}
        rows={8}
        isMono
        {...draft.field('timing_samples')}
        description={texts.measurementsHint}
        isRequired
      />
      <TextField label={texts.operation} {...draft.field('operation')} isRequired />
      <TextField label={texts.algorithm} {...draft.field('algorithm')} isRequired />
    </FormSheet>
  );
}

function measurementsTrouble(read: MeasurementsRead): string {
  if (!read.ok) return texts.line(read.line);
  const { length } = read.measurements.timing_samples;
  if (length < 2) return texts.none;
  return length > MOST ? texts.tooMany(MOST) : '';
}
