import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { PhoneOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { stillStands } from '../../../lib/errors.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/record/calls.ts';
import { type Call, callName, statusNow } from './call-items.ts';
import { StateBadge } from './columns.tsx';
import { EndSheet, ForgetSheet } from './end-sheets.tsx';
import type { Joined } from './live-call.ts';
import { Lobby } from './lobby.tsx';
import { callQuery } from './queries.ts';
import { Room } from './room.tsx';
import { useCallsSearch } from './search.ts';
import { Transcript } from './transcript.tsx';
import { Verification } from './verification.tsx';

const { detail: texts } = words;
const ALL_CALLS = [{ title: words.title, to: '/calls' }];

/** The call under its address, or why there is none. */
export function CallDetail({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(callQuery(id));
  if (data !== undefined && stillStands(error)) return <ShownCall call={data} />;
  return (
    <Page title={words.one} crumbs={ALL_CALLS} place={id}>
      {error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState title={texts.missing} icon={<ObjectSign kind="call" />}>
          <p>{texts.missingText}</p>
        </EmptyState>
      ) : error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      )}
    </Page>
  );
}

function ShownCall({ call }: { readonly call: Call }) {
  const { search, setSearch } = useCallsSearch();
  const [joined, setJoined] = useState<Joined | null>(null);
  const now = Date.now();
  const status = statusNow(call, now);
  const isOpen = status === 'open';
  const close = () => setSearch({ act: undefined });
  return (
    <Page
      title={callName(call)}
      crumbs={ALL_CALLS}
      object="call"
      place={call.session_id}
      state={<StateBadge state={status} />}
      facts={[
        { label: texts.opened, value: <AgoText value={call.created_at} now={now} /> },
        isOpen
          ? { label: texts.until, value: <AgoText value={call.expires_at} now={now} /> }
          : {
              label: texts.over,
              value: call.end_reason === null ? words.reasons.expired : words.reasons[call.end_reason],
            },
        { label: texts.duration, value: formatSpan(Math.round(call.duration_seconds)) },
        { label: texts.messages, value: formatCount(call.messages) },
      ]}
      more={[
        isOpen
          ? {
              id: 'end',
              title: texts.end,
              icon: <PhoneOff aria-hidden size={15} />,
              onAction: () => setSearch({ act: 'end' }, 'push'),
            }
          : {
              id: 'forget',
              title: texts.forget,
              icon: <Trash2 aria-hidden size={15} />,
              onAction: () => setSearch({ act: 'forget' }, 'push'),
            },
      ]}
    >
      <div className="space-y-8">
        {joined !== null ? (
          <Room sessionId={call.session_id} joined={joined} onLeft={() => setJoined(null)} />
        ) : (
          isOpen && <Lobby participants={call.participants} onJoined={setJoined} />
        )}
        <Transcript call={call} />
        <Verification call={call} />
      </div>
      <EndSheet isOpen={search.act === 'end'} onClose={close} call={call} />
      <ForgetSheet
        isOpen={search.act === 'forget'}
        onClose={close}
        call={call}
        onForgotten={() => setSearch({ act: undefined, call: undefined })}
      />
    </Page>
  );
}
