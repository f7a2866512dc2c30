import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { SessionState } from '@touchstone/core/health/session.ts';
import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { forgetLockToken, lockTokenOf } from './lock-tokens.ts';
import { OverNote, SessionWorkStatus } from './over.tsx';
import { refreshHealth } from './queries.ts';
import type { SessionItem } from './session-items.ts';

export interface SessionPanelProps {
  readonly item: SessionItem;
  /** The state now. */
  readonly state: SessionState;
}

/** Releases a session with its lock token: the one that this window has, or one that a person enters. */
export function ReleasePanel({ item, state }: SessionPanelProps) {
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
  const refusal = work.state.status === 'failed' && work.state.error instanceof ApiFailure ? work.state.error : null;
  // The list tells a released session from a wrong token: it is asked for anew after each attempt.
  const isWrongToken = refusal?.code === 'CONFLICT' && state === 'open';
  const release = async () => {
    const token = kept ?? draft.values.token.trim();
    if (!draft.check({ token: token === '' ? 'Enter the lock token.' : '' })) return;
    if ((await work.start(token)) !== null) {
      forgetLockToken(item.session_id);
      draft.fill({ token: '' });
      announce('The session is released');
    }
    await refreshHealth();
  };
  return (
    <Panel title="Release the lock" aside="free of charge">
      {state === 'open' ? (
        <form onSubmit={draft.submit(release)} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            The contract is free at once for another session. Events and attestations remain; nothing can be added to
            this session afterwards.
          </p>
          {kept === null ? (
            <LockingSecretField
              label="Lock token"
              {...draft.field('token')}
              error={isWrongToken ? 'This is not the lock token of the session.' : draft.errorAt('token')}
              description="It was shown when the session was opened, and begins with ltk_. Without it the lock can only run out."
            />
          ) : (
            <div className="space-y-1">
              <SecretText value={kept} label="lock token" />
              <p className="text-13 text-muted">
                This window opened the session and keeps its token until it is closed or loaded anew. Copy it for a
                program that has to release the session; the server does not show it again.
              </p>
            </div>
          )}
          <Button type="submit" icon={<LockOpen aria-hidden size={16} />} isDisabled={work.state.status === 'busy'}>
            Release the session
          </Button>
        </form>
      ) : (
        <OverNote state={state} />
      )}
      {!isWrongToken && (
        <SessionWorkStatus
          work={work}
          busyLabel="Releasing the session"
          failedTitle="The session was not released"
          units={0}
        />
      )}
    </Panel>
  );
}
