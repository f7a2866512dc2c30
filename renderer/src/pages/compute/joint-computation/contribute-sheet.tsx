import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { sealContribution } from '@touchstone/core/mpc/contribution.ts';
import type { SessionDescription } from '@touchstone/core/mpc/session.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import { refreshSessions } from './queries.ts';
import { describedName } from './session-items.ts';
import { wholeNumber } from './whole-number.ts';

const { contribute: texts } = words;
const UNITS = 5;
const EMPTY = { participant_id: '', input: '', participant_token: '' };
type Values = typeof EMPTY;

const kem = createKem([], systemRandom);

/** A sealed input that was sent. */
export interface Sent {
  readonly participant: string;
  /** SHA3-256 of the bytes, in hexadecimal, as the transcript lists it. */
  readonly hash: string;
}

export interface ContributeSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly session: SessionDescription;
  readonly hasTokens: boolean;
  /** Those who have not contributed yet. */
  readonly waiting: readonly string[];
  /** Who is chosen to begin with. */
  readonly as: string | undefined;
  /** Told before it is sent: the answer may be lost. */
  readonly onSend: (sent: Sent) => void;
}

/** Takes an input, splits and seals it in this window, and sends the sealed shares: the input goes nowhere. */
export function ContributeSheet({ isOpen, onClose, session, hasTokens, waiting, as, onSend }: ContributeSheetProps) {
  const announce = useAnnounce();
  const work = useWork((values: Values, signal) => contribute(session, values, hasTokens, onSend, signal));
  const draft = useDraft(useState(EMPTY), work.state, { refusals: {}, naming: 'participant_id' });
  useOnLock(() => !isOpen && draft.change({ input: '', participant_token: '' }));
  const choose = useEffectEvent(() => draft.change({ participant_id: as ?? waiting[0] ?? '' }));
  useEffect(() => {
    if (isOpen) choose();
  }, [isOpen]);
  const { most_input: most } = session;
  const send = async () => {
    const { values } = draft;
    const input = wholeNumber(values.input);
    const isWithin = input !== null && Math.abs(input) <= most;
    const found = {
      input: isWithin ? '' : texts.inputTrouble(most),
      participant_token: hasTokens && values.participant_token.trim() === '' ? texts.tokenTrouble : '',
    };
    if (!draft.check(found)) return;
    if ((await work.start(values)) === null) return;
    draft.fill(EMPTY);
    void refreshSessions();
    announce(texts.done(values.participant_id));
    onClose();
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <p className="text-muted">{texts.about(describedName(session), session.threshold)}</p>
      <Select
        label={texts.participant}
        options={waiting.map((value) => ({ value, label: value }))}
        {...draft.field('participant_id')}
      />
      <TextField label={texts.input} {...draft.field('input')} description={texts.inputHint(most)} />
      {hasTokens && <TextField label={texts.token} isMono {...draft.field('participant_token')} />}
      <p className="text-13 text-muted">{words.trust.notProtected}</p>
    </FormSheet>
  );
}

async function contribute(
  session: SessionDescription,
  { participant_id, input, participant_token }: Values,
  hasTokens: boolean,
  onSend: (sent: Sent) => void,
  signal: AbortSignal,
) {
  const sealed = await sealContribution(kem, systemRandom, session, participant_id, wholeNumber(input) ?? Number.NaN);
  if (!sealed.ok) throw new TypeError(`the input was not sealed: ${sealed.reason}`);
  onSend({ participant: participant_id, hash: toHex(sha3_256(fromBase64(sealed.encryptedShare) ?? new Uint8Array())) });
  const body = {
    participant_id,
    encrypted_share: sealed.encryptedShare,
    ...(hasTokens ? { participant_token: participant_token.trim() } : {}),
  };
  return client.crypto.mpc.contribute({ params: { session_id: session.session_id }, body }, { signal });
}
