import { useQuery } from '@tanstack/react-query';
import { health } from '@touchstone/core/api/crypto/health.ts';
import { useState } from 'react';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimedText } from '../../../ui/timed-text.tsx';
import { words } from '../../../words/record/health.ts';
import { agreementQuery, refreshHealth } from './queries.ts';
import { useHealthSearch } from './search.ts';

const LINES = health.acceptBaa.body.properties;

/** Whether a user has accepted the business-associate agreement. The user is in the address. */
export function Agreement() {
  const { search, setSearch } = useHealthSearch();
  const draft = useDraft(useState({ user_id: search.user ?? '' }));
  const asked = search.user;
  const { agreement } = words;
  const look = () => {
    const user = draft.values.user_id.trim();
    if (!draft.check({ user_id: lineTrouble(user, words.open.members.user, LINES.user_id) })) return;
    // Asking again for the same user is asking for the present state.
    if (user === asked) void refreshHealth();
    setSearch({ user });
  };
  return (
    <Section title={agreement.title} lead={agreement.lead}>
      <form onSubmit={draft.submit(look)} noValidate className="mt-3 flex max-w-xl flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextField label={agreement.user} {...draft.field('user_id')} description={agreement.userHint} isRequired />
        </div>
        <Button type="submit" className="mt-6">
          {agreement.look}
        </Button>
      </form>
      {asked !== undefined && <UserAgreement key={asked} userId={asked} />}
    </Section>
  );
}

function UserAgreement({ userId }: { readonly userId: string }) {
  const { data, error, isPending, refetch } = useQuery(agreementQuery(userId));
  const { setSearch } = useHealthSearch();
  const { agreement } = words;
  if (isPending) return <p className="mt-6 text-muted">{agreement.loading}</p>;
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-4">
      {error !== null && <RequestError error={error} what={agreement.what} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <div role="status" className="min-w-0 space-y-1">
            <div className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium">
                <FileText text={userId} limit={200} />
              </span>
              <StatusMark
                look={data.allowed ? 'verified' : 'inconclusive'}
                label={data.allowed ? agreement.accepted : agreement.notAccepted}
              />
            </div>
            <p className="text-muted">
              <TimedText text={data.reason} />
            </p>
          </div>
          {data.allowed ? (
            <Button onPress={() => setSearch({ act: 'open' }, 'push')}>{agreement.openFor}</Button>
          ) : (
            <Button onPress={() => setSearch({ act: 'accept' }, 'push')}>{agreement.accept}</Button>
          )}
        </div>
      )}
    </div>
  );
}
