import { Link } from '@tanstack/react-router';
import { RefreshCw, ScanSearch } from 'lucide-react';
import { isOffline, needsSession } from '../../../lib/errors.ts';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { type Connection, useConnection } from '../../../lib/session/connection.ts';
import { lastAuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { useRecentVerifications } from '../../../parts/verification/live-recent.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import {
  type AttentionItem,
  apiKeyItems,
  approvalItems,
  auditItems,
  backupItems,
  byGravity,
  creditItems,
  limitItem,
  rotationItems,
  serviceItems,
  signatureItems,
  trustItems,
} from './attention.ts';
import { type OverviewAnswers, refreshOverview, useOverview } from './queries.ts';
import { Recent } from './recent.tsx';
import { RecentChecks } from './recent-checks.tsx';

/** Overview: what needs attention, the most urgent first, and what was made last. */
export function OverviewPage() {
  const answers = useOverview();
  const trust = useTrustStore();
  const connection = useConnection();
  const now = Date.now();
  const isPending = Object.values(answers).some((answer) => answer.isPending);
  // What could not be asked may well need attention.
  const isKnown = Object.values(answers).every((answer) => answer.isSuccess);
  const items = byGravity([
    ...serverItems(connection),
    ...trustItems(trust.store, now),
    ...itemsOf(answers, trust.store, now),
  ]);
  const hasVerified = useRecentVerifications().length > 0;
  const isNew = isNewHere(answers) && trust.store.key_sets.length === 0;
  return (
    <>
      <PageHeading title="Overview" lead="What needs attention on this machine, the most urgent first.">
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void refreshOverview()}>
          Refresh
        </Button>
      </PageHeading>
      <div className="space-y-(--gap)">
        {isNew && <FirstSteps />}
        <section aria-labelledby="attention" className="space-y-2">
          <h2 id="attention" className="text-16">
            Needs attention
          </h2>
          <AskedErrors answers={answers} />
          {items.length > 0 && (
            <ul className="divide-y divide-line rounded border border-line bg-surface">
              {items.map((item) => (
                <li key={item.id}>
                  <Item item={item} />
                </li>
              ))}
            </ul>
          )}
          <div role="status">
            {isPending && <p className="text-muted">Asking the server</p>}
            {isKnown && items.length === 0 && (
              <p className="rounded border border-line bg-surface px-4 py-3">
                <StatusMark look="verified" label="Nothing needs attention" />
                <span className="ms-2 text-muted">
                  Approvals, signatures, rotations, key sets, API keys, units, audit and backups.
                </span>
              </p>
            )}
          </div>
        </section>
        {(!isNew || hasVerified) && <RecentChecks />}
        {!isNew && <Recent artifacts={answers.artifacts} receipts={answers.receipts} />}
      </div>
    </>
  );
}

function itemsOf(
  { artifacts, serviceKeys, accounts, usage, apiKeys, approvals, secrets, storage }: OverviewAnswers,
  store: Parameters<typeof trustItems>[0],
  now: number,
): readonly AttentionItem[] {
  const hasContents = (artifacts.data?.items.length ?? 0) > 0 || (apiKeys.data?.items.length ?? 0) > 0;
  return [
    ...(approvals.data === undefined ? [] : approvalItems(approvals.data, now)),
    ...(secrets.data === undefined
      ? []
      : [
          ...rotationItems(secrets.data.items, now),
          ...limitItem('secrets', secrets.data.items.length, secrets.data.isWhole),
        ]),
    ...(artifacts.data === undefined
      ? []
      : [
          ...signatureItems(artifacts.data.items),
          ...limitItem('artifacts', artifacts.data.items.length, artifacts.data.next_cursor === null),
        ]),
    ...(serviceKeys.data === undefined ? [] : serviceItems(serviceKeys.data.keysets, store, now)),
    ...(apiKeys.data === undefined
      ? []
      : [
          ...apiKeyItems(apiKeys.data.items, now),
          ...limitItem('API keys', apiKeys.data.items.length, apiKeys.data.isWhole),
        ]),
    ...(accounts.data === undefined || usage.data === undefined
      ? []
      : creditItems(accounts.data.accounts, usage.data.usage)),
    // Where nothing was made yet there is nothing to lose and nothing to verify.
    ...(hasContents ? auditItems(lastAuditVerdict(), now) : []),
    ...(hasContents && storage.data !== undefined ? backupItems(storage.data.backups, now) : []),
  ];
}

function serverItems({ state }: Connection): readonly AttentionItem[] {
  if (state !== 'stopped') return [];
  return [
    {
      id: 'server',
      look: 'inconclusive',
      title: 'The embedded server is stopped',
      detail: 'Verification and the copy of the trust store work without it; nothing else here can be asked.',
      link: { to: '/settings', search: { section: 'about' }, title: 'About the server' },
    },
  ];
}

function isNewHere({ artifacts, receipts, accounts, apiKeys, approvals, secrets }: OverviewAnswers): boolean {
  return (
    artifacts.data?.items.length === 0 &&
    receipts.data?.items.length === 0 &&
    apiKeys.data?.items.length === 0 &&
    approvals.data?.items.length === 0 &&
    secrets.data?.items.length === 0 &&
    accounts.data?.accounts.every(({ id }) => id === LOCAL_ACCOUNT) === true
  );
}

function FirstSteps() {
  return (
    <EmptyState
      title="Nothing has been made or trusted here yet"
      icon={<ScanSearch aria-hidden size={18} />}
      actions={
        <>
          <Link to="/verify" className={buttonClass('primary')}>
            Verify a file or an example
          </Link>
          <Link to="/trust" search={{ import: true }} className={buttonClass()}>
            Import a key set
          </Link>
        </>
      }
    >
      The Verify page has examples to begin with: a verified artifact, a forged one, a pending one. It needs no account
      and no network. What you issue, sign and trust will be listed here when it needs you.
    </EmptyState>
  );
}

/** One message where the server is away or the window is signed out; else what could not be read, one by one. */
function AskedErrors({ answers }: { readonly answers: OverviewAnswers }) {
  const failed = WHAT.flatMap(([name, what]) => {
    const { error, refetch } = answers[name];
    return error === null ? [] : [{ name, what, error, refetch }];
  });
  const common = failed.find(({ error }) => isOffline(error) || needsSession(error));
  if (common !== undefined) {
    const retry = () => void refreshOverview();
    return <RequestError error={common.error} what="Artifacts, keys and accounts" onRetry={retry} />;
  }
  return failed.map(({ name, what, error, refetch }) => (
    <RequestError key={name} error={error} what={what} onRetry={() => void refetch()} />
  ));
}

const WHAT: readonly (readonly [keyof OverviewAnswers, string])[] = [
  ['artifacts', 'The artifacts'],
  ['receipts', 'The receipts'],
  ['serviceKeys', "The service's keys"],
  ['accounts', 'The accounts'],
  ['usage', 'The numbers of the last 7 days'],
  ['apiKeys', 'The API keys'],
  ['approvals', 'The approvals'],
  ['secrets', 'The rotations of secrets'],
  ['storage', 'The backups'],
];

function Item({ item: { look, title, detail, link } }: { readonly item: AttentionItem }) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="w-44 shrink-0 pt-px">
        <StatusMark look={look} label={LOOK_WORDS[look]} size="small" />
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          <FileText text={title} limit={200} />
        </p>
        <p className="text-13 text-muted">
          <FileText text={detail} limit={300} />
        </p>
      </div>
      <Link to={link.to} search={link.search} className={buttonClass('secondary', 'small')}>
        {link.title}
      </Link>
    </div>
  );
}

/** What each look means on this page. */
const LOOK_WORDS: Record<AttentionItem['look'], string> = {
  failed: 'Act now',
  inconclusive: 'Action needed',
  pending: 'Due soon',
  skipped: 'Not checked',
  verified: 'In order',
};
