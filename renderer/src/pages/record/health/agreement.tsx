import { useQuery } from '@tanstack/react-query';
import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { agreementQuery, refreshHealth } from './queries.ts';
import { useHealthSearch } from './search.ts';

const UNITS = health.acceptBaa.units;
const LINES = health.acceptBaa.body.properties;
const UNSIGNED = { signature_name: '' } satisfies DraftOf<typeof health.acceptBaa>;

/** Whether a user has accepted the business-associate agreement, and its acceptance. The user is in the address. */
export function Agreement() {
  const { search, setSearch } = useHealthSearch();
  const draft = useDraft(useState({ user_id: search.user ?? '' }));
  const asked = search.user;
  const look = () => {
    const user = draft.values.user_id.trim();
    if (!draft.check({ user_id: lineTrouble(user, 'user', LINES.user_id) })) return;
    // Asking again for the same user is asking for the present state.
    if (user === asked) void refreshHealth();
    setSearch({ user });
  };
  return (
    <Panel
      title="Business-associate agreement"
      lead="Before a user opens a session on health data, the agreement has to be accepted for that user. What is recorded is the typed name, the time and who asked: it proves no identity and replaces no contract on paper."
    >
      <form onSubmit={draft.submit(look)} noValidate className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label="User"
            {...draft.field('user_id')}
            description="As your programs name the person, for example reviewer-7."
            isRequired
          />
        </div>
        <Button type="submit" className="mt-6">
          Look up
        </Button>
      </form>
      {asked !== undefined && <UserAgreement key={asked} userId={asked} />}
    </Panel>
  );
}

function UserAgreement({ userId }: { readonly userId: string }) {
  const agreement = useQuery(agreementQuery(userId));
  const { setSearch } = useHealthSearch();
  const data = agreement.data;
  if (agreement.isPending) return <p className="text-muted">Asking the server</p>;
  return (
    <div className="space-y-3 border-t border-line pt-3">
      {agreement.error !== null && (
        <RequestError error={agreement.error} what="Agreements" onRetry={() => void agreement.refetch()} />
      )}
      {data !== undefined && (
        <>
          <div role="status" className="space-y-1">
            <StatusMark
              look={data.allowed ? 'verified' : 'inconclusive'}
              label={data.allowed ? 'Accepted' : 'Not accepted'}
            />
            <p>
              <FileText text={userId} limit={200} />: {data.reason}
            </p>
          </div>
          {data.allowed ? (
            <Button onPress={() => setSearch({ view: 'open' }, 'push')}>Open a session for this user</Button>
          ) : (
            <AcceptForm userId={userId} />
          )}
        </>
      )}
    </div>
  );
}

function AcceptForm({ userId }: { readonly userId: string }) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.acceptBaa>['body'], signal) =>
    client.crypto.health.acceptBaa({ body }, { signal }),
  );
  const draft = useDraft(useState(UNSIGNED), work.state);
  const accept = async () => {
    const signature_name = draft.values.signature_name.trim();
    if (!draft.check({ signature_name: lineTrouble(signature_name, 'full name', LINES.signature_name) })) return;
    const accepted = await work.start({ user_id: userId, signature_name });
    if (accepted === null) return;
    announce('The agreement is accepted');
    await refreshHealth();
  };
  return (
    <form onSubmit={draft.submit(accept)} noValidate className="space-y-3">
      <div className="max-w-md">
        <TextField label="Full name of the user, as signature" {...draft.field('signature_name')} isRequired />
      </div>
      <p className="max-w-prose text-muted">
        By this the user accepts the agreement between your organisation and its business associate. The record cannot
        be taken back here; costs {unitsText(UNITS)}.
      </p>
      <Button type="submit" variant="primary" isDisabled={work.state.status === 'busy'}>
        Record the acceptance
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Recording the acceptance"
        failedTitle="Nothing was recorded"
        onCancel={work.cancel}
        units={UNITS}
      />
    </form>
  );
}
