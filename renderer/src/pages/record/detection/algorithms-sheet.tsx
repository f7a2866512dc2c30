import { ai } from '@touchstone/core/api/crypto/ai.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { KeyRound } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/detection.ts';
import { type Drafts, NO_ALGORITHMS } from './drafts.ts';
import { readAges, readLines } from './read-input.ts';
import { type AlgorithmsBody, results } from './results.ts';
import type { CheckSheetProps } from './timings-sheet.tsx';

const { algorithms: texts } = words;
const UNITS = ai.cryptoHealth.units;
const LEVELS = (['L1', 'L3', 'L5'] as const).map((value) => ({ value, label: texts.levels[value] }));
const MOST_NAME = 100;
/** As many as a body may hold; more nobody reads. */
const MOST_KEYS = 10_000;
const DAY_MS = 86_400_000;

/** Has algorithms and key ages graded; the managed keys of the account can be added to the list. */
export function AlgorithmsSheet({ state, isOpen, onClose, onChecked }: CheckSheetProps<Drafts['algorithms']>) {
  const work = useWork((body: AlgorithmsBody, signal) => client.crypto.ai.cryptoHealth({ body }, { signal }));
  const draft = useDraft(state, work.state);
  const own = useWork((_: null, signal) => ownKeyAges(signal));
  const send = async () => {
    const { values } = draft;
    const names = readLines(values.algorithms_in_use);
    const ages = readAges(values.key_ages_days);
    const isEmpty = names.length === 0 && typeof ages !== 'number' && Object.keys(ages).length === 0;
    const isLong = names.some((name) => [...name].length > MOST_NAME);
    const found = {
      algorithms_in_use: isEmpty ? texts.none : isLong ? texts.name(MOST_NAME) : '',
      key_ages_days: typeof ages === 'number' ? texts.age(ages) : '',
    };
    if (!draft.check(found) || typeof ages === 'number') return;
    const body = { algorithms_in_use: [...names], key_ages_days: ages, security_level: values.security_level };
    const answer = await work.start(body);
    if (answer === null) return;
    draft.fill(NO_ALGORITHMS);
    onChecked(results.add({ kind: 'algorithms', body, answer }, Date.now()));
  };
  const addOwn = async () => {
    const lines = await own.start(null);
    if (lines === null) return;
    const before = readLines(draft.values.key_ages_days);
    draft.change({ key_ages_days: [...before, ...lines.filter((line) => !before.includes(line))].join('\n') });
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
      <TextField label={texts.names} rows={6} {...draft.field('algorithms_in_use')} description={texts.namesHint} />
      <TextField label={texts.ages} rows={4} {...draft.field('key_ages_days')} description={texts.agesHint} />
      <div className="space-y-2">
        <Button icon={<KeyRound aria-hidden size={15} />} onPress={() => void addOwn()}>
          {texts.own}
        </Button>
        {own.state.status === 'done' && own.result?.length === 0 && (
          <p className="text-13 text-muted">{texts.ownNone}</p>
        )}
        <WorkStatus
          state={own.state}
          busyLabel={texts.ownBusy}
          failedTitle={texts.failed}
          onCancel={own.cancel}
          units={0}
        />
      </div>
      <Select label={texts.level} options={LEVELS} {...draft.field('security_level')} />
    </FormSheet>
  );
}

/** `name, days` of each managed key that works. Keys of one name are told apart by their id. */
async function ownKeyAges(signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await allPages((query) => client.crypto.keys.list({ query }, { signal }), MOST_KEYS);
  const working = items.filter(({ status }) => status === 'active' || status === 'rotated');
  return working.map(({ key_id, label, created_at }) => {
    const isAlone = label !== '' && working.filter((other) => other.label === label).length === 1;
    const name = (isAlone ? label : key_id).replaceAll(/[\r\n]/g, ' ').slice(0, MOST_NAME);
    return `${name}, ${Math.max(0, Math.floor((Date.now() - (parseIsoTime(created_at) ?? Date.now())) / DAY_MS))}`;
  });
}
