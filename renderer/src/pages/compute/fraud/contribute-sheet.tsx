import { FRAUD_FACTORS } from '@touchstone/core/api/crypto/fraud-factors.ts';
import { share } from '@touchstone/core/api/crypto/share.ts';
import { FACTOR_RANGE, type FraudFactor } from '@touchstone/core/fraud/factors.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/fraud.ts';
import { refreshFraud } from './queries.ts';
import { type Contribution, contribute, entityHashOf, entityTrouble } from './sealing.ts';

const { contribute: texts } = words;
const UNITS = share.contribute.units;
const MOST_HOURS = 8_760;

const ZEROS = {
  velocity: '0',
  amount: '0',
  geography: '0',
  device: '0',
  identity: '0',
  behaviour: '0',
  network: '0',
  disputes: '0',
} satisfies Record<FraudFactor, string>;
const EMPTY = { entity: '', signal_type: '', ttl_hours: '72', ...ZEROS };
const SAMPLE = {
  ...EMPTY,
  entity: words.entity.sample,
  signal_type: texts.typeSample,
  velocity: '820',
  device: '640',
  geography: '300',
};

export interface ContributeSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'contribute' | 'sample' | null;
  readonly onClose: () => void;
}

/** Seals a signal in this page and contributes it. */
export function ContributeSheet({ act, onClose }: ContributeSheetProps) {
  const announce = useAnnounce();
  const work = useWork((contribution: Contribution, signal) => contribute(contribution, signal));
  const draft = useDraft(useState(EMPTY), work.state);
  const fillSample = useEffectEvent(() => draft.fill(SAMPLE));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const send = async () => {
    const { values } = draft;
    const factorTroubles = Object.fromEntries(
      FRAUD_FACTORS.map((factor) => [factor, isWhole(values[factor], 0, FACTOR_RANGE) ? '' : texts.factorTrouble]),
    );
    const found = {
      entity: entityTrouble(values.entity),
      signal_type: lineTrouble(values.signal_type, texts.typeWhat, share.contribute.body.properties.signal_type),
      ttl_hours: isWhole(values.ttl_hours, 1, MOST_HOURS) ? '' : texts.hoursTrouble,
      ...factorTroubles,
    };
    if (!draft.check(found)) return;
    const contribution = {
      entityHash: entityHashOf(values.entity),
      factors: FRAUD_FACTORS.map((factor) => Number(values[factor])),
      signalType: values.signal_type.trim(),
      ttlHours: Number(values.ttl_hours),
    };
    if ((await work.start(contribution)) === null) return;
    draft.fill(EMPTY);
    announce(texts.done);
    onClose();
    await refreshFraud();
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <TextField label={words.entity.label} {...draft.field('entity')} description={words.entity.hint} isRequired />
      <TextField label={texts.type} {...draft.field('signal_type')} description={texts.typeHint} isRequired />
      <TextField label={texts.hours} {...draft.field('ttl_hours')} isRequired />
      <fieldset className="space-y-3">
        <legend className="text-13 font-medium">{texts.factors}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3">
          {FRAUD_FACTORS.map((factor) => (
            <TextField key={factor} label={words.factors[factor]} {...draft.field(factor)} />
          ))}
        </div>
      </fieldset>
      <p className="text-13 text-muted">{texts.sealed}</p>
    </FormSheet>
  );
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}
