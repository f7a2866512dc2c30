import { useQuery } from '@tanstack/react-query';
import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
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

/** Whether a user has accepted the business-associate agreement, and its acceptance. The user is in the address. */
export function Agreement() {
  const { search, setSearch } = useHealthSearch();
  const [user, setUser] = useState(search.user ?? '');
  const [trouble, setTrouble] = useState('');
  const asked = search.user;
  const look = (event: React.FormEvent) => {
    event.preventDefault();
    const found = lineTrouble(user, 'user', 200);
    setTrouble(found);
    if (found !== '') return;
    // Asking again for the same user is asking for the present state.
    if (user.trim() === asked) void refreshHealth();
    setSearch({ user: user.trim() });
  };
  return (
    <Panel
      title="Business-associate agreement"
      lead="Before a user opens a session on health data, the agreement has to be accepted for that user. What is recorded is the typed name, the time and who asked: it proves no identity and replaces no contract on paper."
    >
      <form onSubmit={look} noValidate className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label="User"
            value={user}
            onChange={(text) => {
              setUser(text);
              setTrouble('');
            }}
            error={trouble}
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
  const [name, setName] = useState('');
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.acceptBaa>['body'], signal) =>
    client.crypto.health.acceptBaa({ body }, { signal }),
  );
  const errors = useFieldErrors(work.state, ['signature_name']);
  const accept = async (event: React.FormEvent) => {
    event.preventDefault();
    const trouble = lineTrouble(name, 'full name', 200);
    if (!errors.check(trouble === '' ? {} : { signature_name: trouble })) return;
    const accepted = await work.start({ user_id: userId, signature_name: name.trim() });
    if (accepted === null) return;
    announce('The agreement is accepted');
    await refreshHealth();
  };
  return (
    <form onSubmit={accept} noValidate className="space-y-3">
      <div className="max-w-md">
        <TextField
          label="Full name of the user, as signature"
          value={name}
          onChange={(text) => {
            setName(text);
            errors.changed('signature_name');
          }}
          error={errors.at('signature_name')}
          isRequired
        />
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
