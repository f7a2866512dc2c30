import { ai } from '@touchstone/core/api/crypto/ai.ts';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/detection.ts';
import { type Drafts, NO_TRAFFIC } from './drafts.ts';
import { readLines, readNumbers } from './read-input.ts';
import { results, type TrafficBody } from './results.ts';
import type { CheckSheetProps } from './timings-sheet.tsx';

const { traffic: texts } = words;
const UNITS = ai.harvestDetect.units;
const { source_ip: SOURCE } = ai.harvestDetect.body.properties.traffic_sample.properties;

/** Has a sample of traffic judged. */
export function TrafficSheet({ state, isOpen, onClose, onChecked }: CheckSheetProps<Drafts['traffic']>) {
  const work = useWork((body: TrafficBody, signal) => client.crypto.ai.harvestDetect({ body }, { signal }));
  const draft = useDraft(state, work.state, { refusals: { 'traffic_sample.source_ip': texts.sourceWrong } });
  const send = async () => {
    const { values } = draft;
    const source_ip = values['traffic_sample.source_ip'].trim();
    const count = oneNumber(values['traffic_sample.request_count']);
    const seconds = oneNumber(values['traffic_sample.time_window_seconds']);
    const sizes = readNumbers(values['traffic_sample.payload_sizes']);
    const found = {
      'traffic_sample.source_ip': lineTrouble(source_ip, texts.sourceWhat, SOURCE),
      'traffic_sample.request_count': count !== null && Number.isInteger(count) ? '' : texts.whole,
      'traffic_sample.time_window_seconds': seconds === null ? texts.number : '',
      'traffic_sample.payload_sizes': sizes === null ? texts.sizesWrong : '',
    };
    if (!draft.check(found) || count === null || seconds === null || sizes === null) return;
    const body = {
      traffic_sample: {
        source_ip,
        request_count: count,
        time_window_seconds: seconds,
        payload_sizes: [...sizes],
        encryption_types: [...readLines(values['traffic_sample.encryption_types'])],
      },
    };
    const answer = await work.start(body);
    if (answer === null) return;
    draft.fill(NO_TRAFFIC);
    onChecked(results.add({ kind: 'traffic', body, answer }, Date.now()));
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
        label={texts.source}
        isMono
        {...draft.field('traffic_sample.source_ip')}
        description={texts.sourceHint}
        isRequired
      />
      <div className="grid grid-cols-2 gap-x-4">
        <TextField label={texts.count} {...draft.field('traffic_sample.request_count')} isRequired />
        <TextField label={texts.window} {...draft.field('traffic_sample.time_window_seconds')} isRequired />
      </div>
      <TextField
        label={texts.sizes}
        rows={4}
        isMono
        {...draft.field('traffic_sample.payload_sizes')}
        description={texts.sizesHint}
      />
      <TextField
        label={texts.encryption}
        rows={3}
        {...draft.field('traffic_sample.encryption_types')}
        description={texts.encryptionHint}
      />
    </FormSheet>
  );
}

function oneNumber(text: string): number | null {
  const [first, second] = readNumbers(text) ?? [];
  return first === undefined || second !== undefined ? null : first;
}
