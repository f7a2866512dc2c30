import { ApiFailure } from '@touchstone/core/api/client.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/record/health.ts';
import { forgetLockToken, lockTokenOf } from './lock-tokens.ts';
import { refreshHealth } from './queries.ts';
import { sessionFailure } from './session-failure.tsx';
import type { SessionSheetProps } from './session-items.ts';

/** Releases a session with its lock token: the one that this window has, or one that a person enters. */
export function ReleaseSheet({ item, state, isOpen, onClose }: SessionSheetProps) {
  const announce = useAnnounce();
  const kept = lockTokenOf(item.session_id);
  const work = useWork((token: string, signal) =>
    client.crypto.health.closeSession(
      { params: { id: item.session_id }, headers: { 'x-lock-token': token } },
      { signal },
    ),
  );
  const draft = useDraft(useState({ token: '' }), work.state, {
    onChange: () => work.state.status === 'failed' && work.reset(),
  });
  // The draft outlives the sheet, and the lock must find a token also where its field is not drawn.
  useOnLock(() => !isOpen && draft.change({ token: '' }));
  const refusal = work.state.status === 'failed' && work.state.error instanceof ApiFailure ? work.state.error : null;
  // The list tells a released session from a wrong token: it is asked for anew after each attempt.
  const isWrongToken = refusal?.code === 'CONFLICT' && state === 'open';
  const { release } = words;
  const send = async () => {
    const token = kept ?? draft.values.token.trim();
    if (!draft.check({ token: token === '' ? release.noToken : '' })) return;
    if ((await work.start(token)) !== null) {
      forgetLockToken(item.session_id);
      draft.fill({ token: '' });
      announce(release.done);
      onClose();
    }
    await refreshHealth();
  };
  return (
    <FormSheet
      texts={release}
      note={release.free}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={state !== 'open'}
      work={work}
      // What is wrong with a token stands at its field.
      failure={isWrongToken ? false : sessionFailure(work.state, release.failed)}
      units={0}
    >
      <p className="text-muted">{state === 'open' ? release.lead : words.over[state]}</p>
      {kept === null ? (
        <LockingSecretField
          label={release.token}
          {...draft.field('token')}
          error={isWrongToken ? release.wrongToken : draft.errorAt('token')}
          description={release.tokenHint}
        />
      ) : (
        <div className="space-y-1">
          <SecretText value={kept} label={release.tokenLabel} />
          <p className="text-13 text-muted">{release.kept}</p>
        </div>
      )}
    </FormSheet>
  );
}
