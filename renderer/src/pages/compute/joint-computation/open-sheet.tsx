import type { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import { refreshSessions } from './queries.ts';
import { wholeNumber, wholeNumbers } from './whole-number.ts';

const { open: texts } = words;

export type OpenedSession = OutputOf<typeof mpc.init>;
type InitBody = InputOf<typeof mpc.init>['body'];

const TASKS = ['sum', 'average', 'max', 'min', 'weighted_sum', 'variance', 'count_above'] as const;
type TaskName = (typeof TASKS)[number];
const TASK_OPTIONS = TASKS.map((value) => ({ value, label: words.tasks[value] }));

const MOST_PARTICIPANTS = 256;
const UNITS = 5;
const EMPTY = {
  computation: 'sum' as TaskName,
  participants: '3',
  threshold: '3',
  'custom.weights': '',
  'custom.threshold': '',
  participant_tokens: false,
};
const SAMPLE = { ...EMPTY, computation: 'average' as TaskName, participants: '4', threshold: '3' };
type Values = typeof EMPTY;

export interface OpenSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly onClose: () => void;
  readonly onOpened: (opened: OpenedSession) => void;
}

/** Opens a session: what is computed, by how many, from how many contributions on. */
export function OpenSheet({ act, onClose, onOpened }: OpenSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InitBody, signal) => client.crypto.mpc.init({ body }, { signal }));
  const draft = useDraft(useState(EMPTY), work.state);
  const fillSample = useEffectEvent(() => draft.fill(SAMPLE));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const { computation, participant_tokens: hasTokens } = draft.values;
  const send = async () => {
    if (!draft.check(troublesOf(draft.values))) return;
    const opened = await work.start(bodyOf(draft.values));
    if (opened === null) return;
    draft.fill(EMPTY);
    void refreshSessions();
    announce(texts.done);
    onOpened(opened);
  };
  return (
    <FormSheet
      texts={{ ...texts, title: texts.verb }}
      note={texts.note}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <Select label={texts.computation} options={TASK_OPTIONS} {...draft.field('computation')} />
      <TextField label={texts.participants} {...draft.field('participants')} />
      <TextField label={texts.threshold} {...draft.field('threshold')} description={texts.thresholdHint} />
      {computation === 'weighted_sum' && (
        <TextField label={texts.weights} {...draft.field('custom.weights')} description={texts.weightsHint} />
      )}
      {computation === 'count_above' && (
        <TextField label={texts.bound} {...draft.field('custom.threshold')} description={texts.boundHint} />
      )}
      <CheckRow
        isSelected={hasTokens}
        onChange={(isSelected) => draft.change({ participant_tokens: isSelected })}
        label={texts.tokens}
        description={texts.tokensHint}
      />
    </FormSheet>
  );
}

function troublesOf(values: Values) {
  const participants = wholeNumber(values.participants);
  const threshold = wholeNumber(values.threshold);
  const isCount = (count: number | null, most: number) => count !== null && count >= 2 && count <= most;
  const isMany = isCount(participants, MOST_PARTICIPANTS);
  const weights = wholeNumbers(values['custom.weights']);
  const areWeights = weights !== null && weights.length === participants && !weights.includes(0);
  const most = isMany && participants !== null ? participants : MOST_PARTICIPANTS;
  return {
    participants: isMany ? '' : texts.countTrouble(MOST_PARTICIPANTS),
    threshold: isCount(threshold, most) ? '' : texts.countTrouble(most),
    'custom.weights': values.computation !== 'weighted_sum' || areWeights ? '' : texts.weightsTrouble(most),
    'custom.threshold':
      values.computation !== 'count_above' || wholeNumber(values['custom.threshold']) !== null
        ? ''
        : texts.numberTrouble,
  };
}

function bodyOf(values: Values): InitBody {
  const { computation: task, participant_tokens } = values;
  const common = {
    participants: wholeNumber(values.participants) ?? 0,
    threshold: wholeNumber(values.threshold) ?? 0,
    ...(participant_tokens ? { participant_tokens } : {}),
  };
  switch (task) {
    case 'weighted_sum':
      return {
        ...common,
        computation: 'custom',
        custom: { kind: task, weights: [...(wholeNumbers(values['custom.weights']) ?? [])] },
      };
    case 'count_above':
      return {
        ...common,
        computation: 'custom',
        custom: { kind: task, threshold: wholeNumber(values['custom.threshold']) ?? 0 },
      };
    case 'variance':
      return { ...common, computation: 'custom', custom: { kind: task } };
    default:
      return { ...common, computation: task };
  }
}
