import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/health.ts';
import { keepLockToken } from './lock-tokens.ts';
import { refreshHealth, sessionsQuery } from './queries.ts';
import { useHealthSearch } from './search.ts';
import { holderOf } from './session-items.ts';

const UNITS = health.openSession.units;
const LINES = health.openSession.body.properties;
const EMPTY = { contract_id: '', user_id: '' } satisfies DraftOf<typeof health.openSession>;

export interface OpenSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'open' | 'sample' | null;
  readonly onClose: () => void;
  readonly onOpened: (sessionId: string) => void;
}

/** Opens a session, which locks its contract. What stands in the way is explained, with the way on. */
export function OpenSheet({ act, onClose, onOpened }: OpenSheetProps) {
  const { user, contract } = useHealthSearch().search;
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.openSession>['body'], signal) =>
    client.crypto.health.openSession({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state, {
    onChange: () => work.state.status === 'failed' && work.reset(),
  });
  const begin = useEffectEvent(() => {
    if (act === 'sample') draft.fill(words.open.sample);
    else if (user !== undefined || contract !== undefined) {
      draft.change({
        ...(user === undefined ? {} : { user_id: user }),
        ...(contract === undefined ? {} : { contract_id: contract }),
      });
    }
  });
  useEffect(() => {
    if (act !== null) begin();
  }, [act]);
  const [contract_id, user_id] = [draft.values.contract_id.trim(), draft.values.user_id.trim()];
  const refusal = work.state.status === 'failed' && work.state.error instanceof ApiFailure ? work.state.error.code : '';
  const { open } = words;
  const send = async () => {
    const found = {
      contract_id: lineTrouble(contract_id, open.members.contract, LINES.contract_id),
      user_id: lineTrouble(user_id, open.members.user, LINES.user_id),
    };
    if (!draft.check(found)) return;
    const session = await work.start({ contract_id, user_id });
    // Also after a refusal: the list then holds the session that has the lock.
    const refreshed = refreshHealth();
    if (session === null) return;
    keepLockToken(session.session_id, session.lock_token);
    draft.fill(EMPTY);
    announce(open.done);
    // The session is looked for in the list.
    await refreshed;
    onOpened(session.session_id);
  };
  return (
    <FormSheet
      texts={open}
      note={words.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      failure={
        refusal === 'SESSION_CONFLICT' ? (
          <LockHeld contractId={contract_id} onOpenOther={onOpened} />
        ) : refusal === 'BAA_REQUIRED' ? (
          <AgreementMissing userId={user_id} />
        ) : undefined
      }
      units={UNITS}
    >
      <p className="text-muted">{open.lead}</p>
      <TextField label={open.contract} {...draft.field('contract_id')} description={open.contractHint} isRequired />
      <TextField label={open.user} {...draft.field('user_id')} description={open.userHint} isRequired />
      <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">{open.noData}</p>
    </FormSheet>
  );
}

interface LockHeldProps {
  readonly contractId: string;
  readonly onOpenOther: (sessionId: string) => void;
}

function LockHeld({ contractId, onOpenOther }: LockHeldProps) {
  const sessions = useQuery(sessionsQuery).data;
  const holder = sessions === undefined ? undefined : holderOf(sessions.items, contractId, Date.now());
  const { open } = words;
  return (
    <ErrorState title={open.held}>
      {holder === undefined ? (
        <p>{open.heldUnknown}</p>
      ) : (
        <>
          <p>
            {open.heldBy(
              <FileText text={holder.user_id} limit={200} />,
              <TimeText value={holder.opened_at} />,
              <TimeText value={holder.expires_at} />,
            )}
          </p>
          <div className="mt-2">
            <Button size="small" onPress={() => onOpenOther(holder.session_id)}>
              {open.showHolder}
            </Button>
          </div>
        </>
      )}
    </ErrorState>
  );
}

function AgreementMissing({ userId }: { readonly userId: string }) {
  const { setSearch } = useHealthSearch();
  const { open } = words;
  return (
    <ErrorState title={open.noAgreement}>
      <p>{open.noAgreementText}</p>
      <div className="mt-2">
        <Button size="small" onPress={() => setSearch({ view: 'agreement', act: 'accept', user: userId }, 'push')}>
          {open.goAccept}
        </Button>
      </div>
    </ErrorState>
  );
}
