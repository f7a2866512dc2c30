import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { ScanFace, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { stillStands } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { UserStateMark } from './columns.tsx';
import { DeleteSheet } from './delete-sheet.tsx';
import { userQuery } from './queries.ts';
import { useBiometricsSearch } from './search.ts';
import { type Verification, VerifySheet } from './verify-sheet.tsx';

const { detail: texts, verify } = words;
const ALL_USERS = [{ title: words.title, to: '/biometrics' }];
/** Failures within an hour that close verification (S30). */
const MOST_FAILURES = 20;

type User = OutputOf<typeof biometric.user>;

/** What is stored of a user, or why there is nothing. */
export function UserDetail({ user }: { readonly user: string }) {
  const { data, error, refetch } = useQuery(userQuery(user));
  if (data !== undefined && stillStands(error)) return <ShownUser user={data} />;
  return (
    <Page title={user} crumbs={ALL_USERS} place={user}>
      {error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState title={texts.missing} icon={<ObjectSign kind="person" />}>
          {texts.missingText(<code>{user}</code>)}
        </EmptyState>
      ) : error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      )}
    </Page>
  );
}

function ShownUser({ user: { user_id: user, enrollments, failures } }: { readonly user: User }) {
  const { search, setSearch } = useBiometricsSearch();
  const [verification, setVerification] = useState<Verification | null>(null);
  const close = () => setSearch({ act: undefined });
  const newest =
    enrollments
      .map(({ enrolled_at }) => enrolled_at)
      .toSorted()
      .at(-1) ?? '';
  const { facts } = texts;
  return (
    <Page
      title={user}
      object="person"
      crumbs={ALL_USERS}
      place={user}
      state={<UserStateMark state={failures >= MOST_FAILURES ? 'locked' : 'open'} />}
      facts={[
        { label: facts.templates, value: formatCount(enrollments.length) },
        { label: facts.failures, value: texts.ofLimit(formatCount(failures)) },
        { label: facts.newest, value: <AgoText value={newest} now={Date.now()} /> },
      ]}
      action={
        <Button
          variant="primary"
          icon={<ScanFace aria-hidden size={16} />}
          onPress={() => setSearch({ act: 'verify' }, 'push')}
        >
          {verify.verb}
        </Button>
      }
      more={[
        { id: 'enrol', title: words.enrol.title, onAction: () => setSearch({ act: 'enrol' }, 'push') },
        {
          id: 'delete',
          title: words.remove.verb,
          icon: <Trash2 aria-hidden size={15} />,
          onAction: () => setSearch({ act: 'delete' }, 'push'),
        },
      ]}
    >
      <div className="space-y-8">
        {verification !== null && <LastVerification verification={verification} />}
        <Section title={texts.templates} lead={texts.never}>
          <TemplateTable enrollments={enrollments} />
        </Section>
      </div>
      <VerifySheet
        user={user}
        isOpen={search.act === 'verify'}
        onClose={close}
        onVerified={(made) => {
          setVerification(made);
          close();
        }}
      />
      <DeleteSheet
        user={user}
        isOpen={search.act === 'delete'}
        onClose={close}
        onDeleted={() => setSearch({ act: undefined, user: undefined })}
      />
    </Page>
  );
}

function LastVerification({ verification }: { readonly verification: Verification }) {
  const { verified, confidence, latency_us: microseconds } = verification;
  return (
    <Section title={verify.heading}>
      <div className="space-y-1" data-outcome={verified ? 'verified' : 'not-verified'}>
        <StatusMark look={verified ? 'verified' : 'failed'} label={verified ? verify.yes : verify.no} />
        <p>{verified ? verify.yesText(confidence.toFixed(2)) : verify.noText}</p>
        <p className="text-13 text-muted">{verify.duration((microseconds / 1000).toFixed(1))}</p>
      </div>
    </Section>
  );
}

const { columns: titles } = texts;
const COLUMNS = [
  { id: 'modality', title: titles.modality },
  { id: 'values', title: titles.values, align: 'end' },
  { id: 'size', title: titles.size, align: 'end' },
  { id: 'enrolled', title: titles.enrolled },
  { id: 'id', title: titles.id },
] as const;

function TemplateTable({ enrollments }: Pick<User, 'enrollments'>) {
  return (
    <Table caption={texts.caption} columns={COLUMNS}>
      {enrollments.map(({ enrollment_id: id, modality, dimensions, template_size_kb: size, enrolled_at: at }) => (
        <Row key={id}>
          <Cell isHeader noWrap>
            {words.modalities[modality]}
          </Cell>
          <Cell align="end" noWrap>
            {formatCount(dimensions)}
          </Cell>
          <Cell align="end" noWrap>
            {texts.size(String(size))}
          </Cell>
          <Cell noWrap>
            <TimeText value={at} />
          </Cell>
          <Cell noWrap>
            <code className="text-13">{id}</code> <CopyText value={id} label={texts.idLabel} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
