import { fheIq } from '@touchstone/core/api/crypto/fhe-iq.ts';
import { WORKLOADS, type WorkloadName } from '@touchstone/core/fhe/advice.ts';
import { SECURITY_LEVELS } from '@touchstone/core/fhe/security-tables.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';
import { type Asked, askFor, type Demand } from './asked.ts';
import { positive } from './numbers.ts';

const { ask: texts } = words;
const UNITS = fheIq.select.units;

const LEVEL_NAMES = ['128', '192', '256'] as const;
const LEVEL_OPTIONS = LEVEL_NAMES.map((value) => ({ value, label: words.levels[value] }));
const WORKLOAD_OPTIONS = (Object.keys(WORKLOADS) as WorkloadName[]).map((value) => ({
  value,
  label: words.workloads[value],
}));

const EMPTY = {
  workload: 'statistics' as WorkloadName,
  security_level: '128' as (typeof LEVEL_NAMES)[number],
  max_latency_ms: '',
} satisfies DraftOf<typeof fheIq.select>;
const SAMPLE = { ...EMPTY, max_latency_ms: texts.sample };

export interface AskSheetProps {
  /** `ask-sample`: filled with an example. Null while it is closed. */
  readonly act: 'ask' | 'ask-sample' | null;
  readonly onClose: () => void;
  readonly onAsked: (asked: Asked) => void;
}

/** What is demanded of parameters: a workload, a level, a time. */
export function AskSheet({ act, onClose, onAsked }: AskSheetProps) {
  const announce = useAnnounce();
  const work = useWork((demand: Demand, signal) => askFor(demand, signal));
  const draft = useDraft(useState(EMPTY), work.state);
  const fillSample = useEffectEvent(() => draft.fill(SAMPLE));
  useEffect(() => {
    if (act === 'ask-sample') fillSample();
  }, [act]);
  const send = async () => {
    const { workload, security_level: level, max_latency_ms: typed } = draft.values;
    const most = positive(typed);
    if (!draft.check({ max_latency_ms: most === null ? texts.latencyTrouble : '' }) || most === null) return;
    const security_level = SECURITY_LEVELS.find((one) => String(one) === level) ?? 128;
    const asked = await work.start({ workload, security_level, max_latency_ms: most });
    if (asked === null) return;
    announce(asked.outcome.isPossible ? texts.done : words.answer.impossible);
    onAsked(asked);
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.note(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <Select label={texts.workload} options={WORKLOAD_OPTIONS} {...draft.field('workload')} />
      <Select label={texts.level} options={LEVEL_OPTIONS} {...draft.field('security_level')} />
      <TextField label={texts.latency} {...draft.field('max_latency_ms')} isRequired />
    </FormSheet>
  );
}
