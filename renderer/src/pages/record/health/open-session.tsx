import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { keepLockToken } from './lock-tokens.ts';
import { refreshHealth, sessionsQuery } from './queries.ts';
import { useHealthSearch } from './search.ts';
import { holderOf } from './session-items.ts';

const UNITS = health.openSession.units;
const LINES = health.openSession.body.properties;
const EMPTY = { contract_id: '', user_id: '' } satisfies DraftOf<typeof health.openSession>;

/** Opens a session, which locks its contract. What stands in the way is explained, with the way on. */
export function OpenSession({ onOpened }: { readonly onOpened: (sessionId: string) => void }) {
  const { search } = useHealthSearch();
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.openSession>['body'], signal) =>
    client.crypto.health.openSession({ body }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, user_id: search.user ?? '' }), work.state, {
    onChange: () => work.state.status === 'failed' && work.reset(),
  });
  const [contract_id, user_id] = [draft.values.contract_id.trim(), draft.values.user_id.trim()];
  const refusal = work.state.status === 'failed' && work.state.error instanceof ApiFailure ? work.state.error.code : '';
  const open = async () => {
    const found = {
      contract_id: lineTrouble(contract_id, 'contract', LINES.contract_id),
      user_id: lineTrouble(user_id, 'user', LINES.user_id),
    };
    if (!draft.check(found)) return;
    const session = await work.start({ contract_id, user_id });
    // Also after a refusal: the list then holds the session that has the lock.
    void refreshHealth();
    if (session === null) return;
    keepLockToken(session.session_id, session.lock_token);
    announce('The session is open');
    onOpened(session.session_id);
  };
  return (
    <Panel
      title="Open a validation session"
      aside={`costs ${unitsText(UNITS)}`}
      lead="A session locks its contract for a limited time: nobody else in this project opens one on it meanwhile. The lock orders programs that work together; it does not keep anybody from data that lies elsewhere."
    >
      <form onSubmit={draft.submit(open)} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Contract"
            {...draft.field('contract_id')}
            description="Under which health data is handled, for example contract-2026-014."
            isRequired
          />
          <TextField
            label="User"
            {...draft.field('user_id')}
            description="Must have accepted the business-associate agreement."
            isRequired
          />
        </div>
        <p className="text-muted">Put no health data into these fields: they are stored as they stand.</p>
        <Button
          type="submit"
          variant="primary"
          icon={<Lock aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Open the session
        </Button>
      </form>
      {refusal === 'SESSION_CONFLICT' ? (
        <LockHeld contractId={contract_id} onOpenOther={onOpened} />
      ) : refusal === 'BAA_REQUIRED' ? (
        <AgreementMissing userId={user_id} />
      ) : (
        <WorkStatus
          state={work.state}
          busyLabel="Opening the session"
          failedTitle="No session was opened"
          onCancel={work.cancel}
          units={UNITS}
        />
      )}
    </Panel>
  );
}

interface LockHeldProps {
  readonly contractId: string;
  readonly onOpenOther: (sessionId: string) => void;
}

function LockHeld({ contractId, onOpenOther }: LockHeldProps) {
  const sessions = useQuery(sessionsQuery).data;
  const holder = sessions === undefined ? undefined : holderOf(sessions.items, contractId, Date.now());
  return (
    <ErrorState title="Another session has the lock of this contract">
      <p>
        {holder === undefined ? (
          'It is free again when that session is released, or when its time is over.'
        ) : (
          <>
            <FileText text={holder.user_id} limit={200} /> opened it <TimeText value={holder.opened_at} />. The contract
            is free again when that session is released, at the latest <TimeText value={holder.expires_at} />.
          </>
        )}{' '}
        What you entered is still there.
      </p>
      {holder !== undefined && (
        <div className="mt-2">
          <Button size="small" onPress={() => onOpenOther(holder.session_id)}>
            Show that session
          </Button>
        </div>
      )}
    </ErrorState>
  );
}

function AgreementMissing({ userId }: { readonly userId: string }) {
  const { setSearch } = useHealthSearch();
  return (
    <ErrorState title="This user has not accepted the agreement">
      <p>
        A session opens only for a user who has accepted the business-associate agreement. Nothing was opened and
        nothing was charged.
      </p>
      <div className="mt-2">
        <Button size="small" onPress={() => setSearch({ view: 'agreement', user: userId }, 'push')}>
          Go to the agreement of this user
        </Button>
      </div>
    </ErrorState>
  );
}
