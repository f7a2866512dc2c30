import { ceremony as contract } from '@touchstone/core/api/crypto/ceremony.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { SHARE_KEMS, shareKemOf } from '@touchstone/core/ceremony/sealed-share.ts';
import { MAX_PARTICIPANTS } from '@touchstone/core/ceremony/shares.ts';
import { ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { boundsOf } from '../../../parts/form/contract-limits.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import { words as keysWords } from '../../../words/protect/keys.ts';
import { type CeremonyRecord, recordText } from './ceremony-files.ts';
import { linesOf, wholeNumber } from './field-troubles.ts';
import type { CeremonyState } from './use-ceremony.ts';

const { begin: texts } = words;
const { trouble } = texts;
const KEMS = SHARE_KEMS.join(' or ');

const EMPTY = {
  ceremony_id: '',
  algorithm: 'ML-DSA-65' as MlDsaAlgorithm,
  participants: '3',
  threshold: '2',
  hasKeys: false,
  // One on each line.
  participant_public_keys: '',
} satisfies DraftOf<typeof contract.init, 'hasKeys'>;

type Body = InputOf<typeof contract.init>['body'];

export interface BeginSheetProps {
  readonly ceremony: CeremonyState;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Begins a ceremony. */
export function BeginSheet({ ceremony, isOpen, onClose }: BeginSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: Body, signal) => client.crypto.ceremony.init({ body }, { signal, timeoutMs: 120_000 }));
  const draft = useDraft(useState(EMPTY), work.state);
  const { algorithm, hasKeys } = draft.values;
  const { units } = contract.init;
  // Shares of the ceremony before are still to be handed out.
  const isWaiting = ceremony.dealt !== null;
  const send = async () => {
    const read = readDraft(draft.values);
    if (!draft.check(read.found)) return;
    const { participants, threshold, keys } = read;
    const answer = await work.start({
      ceremony_id: draft.values.ceremony_id.trim(),
      participants,
      threshold,
      algorithm,
      ...(keys === null ? {} : { participant_public_keys: keys }),
    });
    if (answer === null) return;
    const record: CeremonyRecord = {
      ceremonyId: answer.ceremony_id,
      algorithm,
      participants,
      threshold,
      publicKey: answer.public_key,
      commitments: answer.participant_shares.map(({ commitment }) => commitment),
    };
    // The shares live in the hand-out alone from here on, which forgets them one by one.
    work.reset();
    ceremony.begin({
      record,
      recordText: recordText(record),
      shares: answer.participant_shares,
      isSealed: keys !== null,
    });
    announce(texts.done);
    onClose();
  };
  return (
    <FormSheet
      texts={texts}
      note={keysWords.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={isWaiting}
      work={work}
      units={units}
    >
      {isWaiting && <p className="rounded bg-inconclusive-soft px-3 py-2">{texts.waiting}</p>}
      <TextField label={texts.name} {...draft.field('ceremony_id')} description={texts.nameHint} autoFocus />
      <Select
        label={texts.algorithm}
        options={ML_DSA_ALGORITHMS.map((value) => ({ value, label: texts.levels[value] }))}
        {...draft.field('algorithm')}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField label={texts.participants} {...draft.field('participants')} description={texts.participantsHint} />
        <TextField label={texts.threshold} {...draft.field('threshold')} description={texts.thresholdHint} />
      </div>
      <CheckRow
        isSelected={hasKeys}
        onChange={(isOn) => draft.change({ hasKeys: isOn }, ['participant_public_keys'])}
        label={texts.seal}
        description={texts.sealHint(KEMS)}
      />
      {hasKeys && (
        <TextField
          label={texts.keys}
          rows={5}
          {...draft.field('participant_public_keys')}
          description={texts.keysHint}
          isMono
        />
      )}
    </FormSheet>
  );
}

function readDraft(draft: typeof EMPTY) {
  const { properties } = contract.init.body;
  const participants = wholeNumber(draft.participants, ...boundsOf(properties.participants));
  const threshold = wholeNumber(draft.threshold, ...boundsOf(properties.threshold));
  const keys = draft.hasKeys ? [...linesOf(draft.participant_public_keys)] : null;
  const found = {
    ceremony_id: draft.ceremony_id.trim() === '' ? trouble.name : '',
    participants: participants === null ? trouble.participants(MAX_PARTICIPANTS) : '',
    threshold:
      threshold === null
        ? trouble.threshold
        : participants !== null && threshold > participants
          ? trouble.fewer(participants)
          : '',
    participant_public_keys: keys === null ? '' : keysTrouble(keys, participants),
  };
  return { found, participants: participants ?? 0, threshold: threshold ?? 0, keys };
}

function keysTrouble(keys: readonly string[], participants: number | null): string {
  const wrong = keys.findIndex((key) => shareKemOf(fromBase64(key)?.length ?? 0) === null);
  if (wrong >= 0) return trouble.key(wrong + 1, KEMS);
  if (participants !== null && keys.length !== participants) {
    return trouble.keyCount(keys.length, participants);
  }
  const repeated = keys.findIndex((key, place) => keys.indexOf(key) < place);
  return repeated < 0 ? '' : trouble.repeated(repeated + 1);
}
