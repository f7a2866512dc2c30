import { ceremony } from '@touchstone/core/api/crypto/ceremony.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { SHARE_KEMS, shareKemOf } from '@touchstone/core/ceremony/sealed-share.ts';
import { LEAST_THRESHOLD, MAX_PARTICIPANTS } from '@touchstone/core/ceremony/shares.ts';
import { ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { Split } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type FieldErrors, useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type CeremonyRecord, recordText } from './ceremony-files.ts';
import { linesOf, wholeNumber } from './field-troubles.ts';

export interface DealtCeremony {
  readonly record: CeremonyRecord;
  readonly recordText: string;
  readonly shares: OutputOf<typeof ceremony.init>['participant_shares'];
  /** Whether each share opens only under its participant's key. */
  readonly isSealed: boolean;
}

const FIELDS = ['ceremony_id', 'participants', 'threshold', 'participant_public_keys'] as const;
type Field = (typeof FIELDS)[number];

const LEVEL_WORDS: Record<MlDsaAlgorithm, string> = {
  'ML-DSA-44': 'ML-DSA-44, security category 2',
  'ML-DSA-65': 'ML-DSA-65, security category 3',
  'ML-DSA-87': 'ML-DSA-87, security category 5',
};

interface Draft {
  readonly id: string;
  readonly participants: string;
  readonly threshold: string;
  readonly hasKeys: boolean;
  /** One on each line. */
  readonly keys: string;
}

type Body = InputOf<typeof ceremony.init>['body'];

/** Begins a ceremony. */
export function CeremonyInit(props: {
  /** Shares of the ceremony before are still to be handed out. */
  readonly isWaiting: boolean;
  readonly onDealt: (dealt: DealtCeremony) => void;
}) {
  const { isWaiting, onDealt } = props;
  const [draft, setDraft] = useState<Draft>({ id: '', participants: '3', threshold: '2', hasKeys: false, keys: '' });
  const [algorithm, setAlgorithm] = useState<MlDsaAlgorithm>('ML-DSA-65');
  const announce = useAnnounce();
  const work = useWork((body: Body, signal) => client.crypto.ceremony.init({ body }, { signal, timeoutMs: 120_000 }));
  const errors = useFieldErrors(work.state, FIELDS);
  const change = (field: Field, changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    errors.changed(field);
  };
  const { units } = ceremony.init;
  const begin = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft);
    if (!errors.check(read.found)) return;
    const { participants, threshold, keys } = read;
    const answer = await work.start({
      ceremony_id: draft.id.trim(),
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
    onDealt({ record, recordText: recordText(record), shares: answer.participant_shares, isSealed: keys !== null });
    announce('The key was made and split. Hand out the shares now');
  };
  return (
    <Panel title="Begin a ceremony" aside={`costs ${unitsText(units)}`}>
      <form onSubmit={begin} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Name of the ceremony"
            value={draft.id}
            onChange={(id) => change('ceremony_id', { id })}
            description="Used once in the project, for example: release-keys-2026."
            error={errors.at('ceremony_id')}
          />
          <Select
            label="Algorithm"
            options={ML_DSA_ALGORITHMS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
            value={algorithm}
            onChange={setAlgorithm}
          />
          <TextField
            label="Participants"
            value={draft.participants}
            onChange={(participants) => change('participants', { participants })}
            description="Each gets one share."
            error={errors.at('participants')}
          />
          <TextField
            label="Threshold"
            value={draft.threshold}
            onChange={(threshold) => change('threshold', { threshold })}
            description="So many shares rebuild the key. Fewer say nothing about it; if fewer are left, the key is lost."
            error={errors.at('threshold')}
          />
        </div>
        <CheckRow
          isSelected={draft.hasKeys}
          onChange={(hasKeys) => change('participant_public_keys', { hasKeys })}
          label="Seal each share to its participant’s public key"
          description={`Then nobody here sees a share. Each participant makes an ${SHARE_KEMS.join(' or ')} key pair, for example under Sign, Key encapsulation, and gives you the public key.`}
        />
        {draft.hasKeys && (
          <TextField
            label="Public keys of the participants"
            rows={5}
            value={draft.keys}
            onChange={(keys) => change('participant_public_keys', { keys })}
            description="Base64, one on each line, in the order of the participants."
            error={errors.at('participant_public_keys')}
            isMono
          />
        )}
        <Button
          type="submit"
          variant="primary"
          icon={<Split aria-hidden size={16} />}
          isDisabled={isWaiting}
          aria-disabled={work.state.status === 'busy'}
        >
          Make the key and split it
        </Button>
        {isWaiting && <p className="text-muted">Hand out the shares below first; they are gone afterwards.</p>}
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Making and splitting the key"
        failedTitle="The ceremony did not begin"
        onCancel={work.cancel}
        units={units}
      />
    </Panel>
  );
}

function readDraft(draft: Draft) {
  const participants = wholeNumber(draft.participants, LEAST_THRESHOLD, MAX_PARTICIPANTS);
  const threshold = wholeNumber(draft.threshold, LEAST_THRESHOLD, MAX_PARTICIPANTS);
  const keys = draft.hasKeys ? [...linesOf(draft.keys)] : null;
  const wrongKeys = keys === null ? '' : keysTrouble(keys, participants);
  const found: FieldErrors<Field> = {
    ...(draft.id.trim() === '' ? { ceremony_id: 'Give the ceremony a name.' } : {}),
    ...(participants === null ? { participants: `Write a whole number from 2 to ${MAX_PARTICIPANTS}.` } : {}),
    ...(threshold === null
      ? { threshold: 'Write a whole number of at least 2.' }
      : participants !== null && threshold > participants
        ? { threshold: `There are only ${participants} participants.` }
        : {}),
    ...(wrongKeys === '' ? {} : { participant_public_keys: wrongKeys }),
  };
  return { found, participants: participants ?? 0, threshold: threshold ?? 0, keys };
}

function keysTrouble(keys: readonly string[], participants: number | null): string {
  const wrong = keys.findIndex((key) => shareKemOf(fromBase64(key)?.length ?? 0) === null);
  if (wrong >= 0) return `Line ${wrong + 1} is no ${SHARE_KEMS.join(' or ')} public key in base64.`;
  if (participants !== null && keys.length !== participants) {
    return `There are ${keys.length} keys for ${participants} participants.`;
  }
  const repeated = keys.findIndex((key, place) => keys.indexOf(key) < place);
  return repeated < 0 ? '' : `Line ${repeated + 1} repeats a key: each participant needs one of his own.`;
}
