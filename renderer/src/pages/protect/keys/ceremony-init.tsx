import { ceremony } from '@touchstone/core/api/crypto/ceremony.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { SHARE_KEMS, shareKemOf } from '@touchstone/core/ceremony/sealed-share.ts';
import { MAX_PARTICIPANTS } from '@touchstone/core/ceremony/shares.ts';
import { ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { Split } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { boundsOf } from '../../../parts/form/contract-limits.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
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

const LEVEL_WORDS: Record<MlDsaAlgorithm, string> = {
  'ML-DSA-44': 'ML-DSA-44, security category 2',
  'ML-DSA-65': 'ML-DSA-65, security category 3',
  'ML-DSA-87': 'ML-DSA-87, security category 5',
};

const EMPTY = {
  ceremony_id: '',
  algorithm: 'ML-DSA-65' as MlDsaAlgorithm,
  participants: '3',
  threshold: '2',
  hasKeys: false,
  // One on each line.
  participant_public_keys: '',
} satisfies DraftOf<typeof ceremony.init, 'hasKeys'>;

type Body = InputOf<typeof ceremony.init>['body'];

/** Begins a ceremony. */
export function CeremonyInit(props: {
  /** Shares of the ceremony before are still to be handed out. */
  readonly isWaiting: boolean;
  readonly onDealt: (dealt: DealtCeremony) => void;
}) {
  const { isWaiting, onDealt } = props;
  const announce = useAnnounce();
  const work = useWork((body: Body, signal) => client.crypto.ceremony.init({ body }, { signal, timeoutMs: 120_000 }));
  const draft = useDraft(useState(EMPTY), work.state);
  const { algorithm, hasKeys } = draft.values;
  const { units } = ceremony.init;
  const begin = async () => {
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
    onDealt({ record, recordText: recordText(record), shares: answer.participant_shares, isSealed: keys !== null });
    announce('The key was made and split. Hand out the shares now');
  };
  return (
    <Panel title="Begin a ceremony" aside={`costs ${unitsText(units)}`}>
      <form onSubmit={draft.submit(begin)} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Name of the ceremony"
            {...draft.field('ceremony_id')}
            description="Used once in the project, for example: release-keys-2026."
          />
          <Select
            label="Algorithm"
            options={ML_DSA_ALGORITHMS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
            {...draft.field('algorithm')}
          />
          <TextField label="Participants" {...draft.field('participants')} description="Each gets one share." />
          <TextField
            label="Threshold"
            {...draft.field('threshold')}
            description="So many shares rebuild the key. Fewer say nothing about it; if fewer are left, the key is lost."
          />
        </div>
        <CheckRow
          isSelected={hasKeys}
          onChange={(isOn) => draft.change({ hasKeys: isOn }, ['participant_public_keys'])}
          label="Seal each share to its participant’s public key"
          description={`Then nobody here sees a share. Each participant makes an ${SHARE_KEMS.join(' or ')} key pair, for example under Sign, Key encapsulation, and gives you the public key.`}
        />
        {hasKeys && (
          <TextField
            label="Public keys of the participants"
            rows={5}
            {...draft.field('participant_public_keys')}
            description="Base64, one on each line, in the order of the participants."
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

function readDraft(draft: typeof EMPTY) {
  const { properties } = ceremony.init.body;
  const participants = wholeNumber(draft.participants, ...boundsOf(properties.participants));
  const threshold = wholeNumber(draft.threshold, ...boundsOf(properties.threshold));
  const keys = draft.hasKeys ? [...linesOf(draft.participant_public_keys)] : null;
  const found = {
    ceremony_id: draft.ceremony_id.trim() === '' ? 'Give the ceremony a name.' : '',
    participants: participants === null ? `Write a whole number from 2 to ${MAX_PARTICIPANTS}.` : '',
    threshold:
      threshold === null
        ? 'Write a whole number of at least 2.'
        : participants !== null && threshold > participants
          ? `There are only ${participants} participants.`
          : '',
    participant_public_keys: keys === null ? '' : keysTrouble(keys, participants),
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
