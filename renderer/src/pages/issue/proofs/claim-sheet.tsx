import { useQuery } from '@tanstack/react-query';
import { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatSpan } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { CHAIN_OPTIONS } from '../../../words/parts/chain-names.ts';
import { ClaimBadges } from './claim-badges.tsx';
import { type ClaimValues, claimTroubles, EMPTY_CLAIM, sampleClaim } from './claim-draft.ts';
import { ClaimField } from './claim-field.tsx';
import type { Claim, MadeProof } from './claims.ts';
import { settingsQuery } from './queries.ts';

const UNITS = privacy.age.units;
/** Proving takes a second or two, and waits where others prove. */
const TIMEOUT_MS = 120_000;

/** What a lock takes out of a draft that lies behind its closed sheet. */
const SECRETS = { date_of_birth: '', value: '', jurisdiction: '', wallet_address: '', entity_hash: '' };

export interface ClaimSheetProps {
  readonly claim: Claim;
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly onClose: () => void;
  readonly onMade: (made: MadeProof) => void;
}

/** One claim: its public limits, the hidden value, for whom the proof is. The value goes with the proof that was made. */
export function ClaimSheet({ claim, act, onClose, onMade }: ClaimSheetProps) {
  const announce = useAnnounce();
  const work = useWork((values: ClaimValues, signal) => claim.prove(values, { signal, timeoutMs: TIMEOUT_MS }));
  const draft = useDraft(useState(EMPTY_CLAIM), work.state);
  useOnLock(() => act === null && draft.change(SECRETS));
  const fillSample = useEffectEvent(() => draft.fill(sampleClaim(toHex(systemRandom(32)))));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const until = useUntil(act !== null);
  const { make } = words;
  const send = async () => {
    if (!draft.check(claimTroubles([...claim.limits, ...claim.values], draft.values, Date.now()))) return;
    const made = await work.start(draft.values);
    if (made === null) return;
    draft.fill(EMPTY_CLAIM);
    announce(made.claim_satisfied ? make.done(claimWords.kinds[claim.type]) : make.doneUnsatisfied);
    onMade(made);
  };
  return (
    <FormSheet
      texts={{ ...make, title: make.verb(claimWords.kinds[claim.type]) }}
      note={make.free}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <div className="space-y-2">
        <ClaimBadges type={claim.type} />
        <p className="text-muted">{claimWords.limits[claim.type]}</p>
      </div>
      {claim.limits.length > 0 && (
        <Part title={make.claim}>
          {claim.limits.map((member) => (
            <ClaimField key={member} member={member} draft={draft} />
          ))}
        </Part>
      )}
      <Part title={make.value} note={make.valueNote}>
        {claim.values.map((member) => (
          <ClaimField key={member} member={member} draft={draft} />
        ))}
      </Part>
      <Part title={make.whom}>
        <TextField label={make.nonce} {...draft.field('nonce')} description={make.nonceHint} />
        <TextField label={make.subject} {...draft.field('subject')} description={make.subjectHint} />
        <Select label={make.chain} options={CHAIN_OPTIONS} {...draft.field('chain')} />
      </Part>
      <Part title={make.until} note={until} />
    </FormSheet>
  );
}

/** When a proof that is made now would end: the service has a setting for that. */
function useUntil(isOpen: boolean): ReactNode {
  const now = useNow(30_000);
  const { data } = useQuery({ ...settingsQuery, enabled: isOpen });
  if (data === undefined) return words.make.untilUnknown;
  const { privacy_proof_seconds: seconds } = data;
  return words.make.untilText(<TimeText value={now + seconds * 1_000} />, formatSpan(seconds));
}

interface PartProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

function Part({ title, note, children }: PartProps) {
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <div>
        <h3 className="text-14">{title}</h3>
        {note !== undefined && <p className="mt-1 text-13 text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}
