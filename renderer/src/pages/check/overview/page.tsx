import { Link } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { isOffline, needsSession } from '../../../lib/errors.ts';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { type Connection, useConnection } from '../../../lib/session/connection.ts';
import { lastAuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import { ExpiryTimeline } from '../../../parts/chart/expiry-timeline.tsx';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { useRecentVerifications } from '../../../parts/verification/live-recent.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/overview.ts';
import {
  type AttentionItem,
  apiKeyItems,
  approvalItems,
  auditItems,
  backupItems,
  byUrgency,
  creditItems,
  invoiceItems,
  limitItem,
  proofItems,
  rotationItems,
  serviceItems,
  signatureItems,
  trustItems,
} from './attention.ts';
import { AttentionList } from './attention-list.tsx';
import { callItems, ckksItems, computationItems, enrolmentItems } from './compute-items.ts';
import { apiKeyExpiries, keySetExpiries, secretExpiries } from './expiries.ts';
import { overviewFacts } from './facts.tsx';
import { type OverviewAnswers, refreshOverview, useOverview } from './queries.ts';
import { Recent } from './recent.tsx';
import { RecentChecks } from './recent-checks.tsx';

type Store = Parameters<typeof trustItems>[0];

/** Overview: what needs attention, the most urgent first, what comes up, and what was made last. */
export function OverviewPage() {
  const answers = useOverview();
  const { store } = useTrustStore();
  const connection = useConnection();
  const now = Date.now();
  const items = byUrgency([...serverItems(connection), ...trustItems(store, now), ...itemsOf(answers, store, now)]);
  const hasVerified = useRecentVerifications().length > 0;
  const isNew = isNewHere(answers) && store.key_sets.length === 0;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={isNew || answers.artifacts.data === undefined ? undefined : overviewFacts(answers, now)}
      action={
        isNew ? null : (
          <Link to="/verify" className={buttonClass('primary')}>
            <ScanSearch aria-hidden size={15} />
            {words.verify}
          </Link>
        )
      }
      more={[refreshAction(refreshOverview)]}
    >
      <div className="space-y-8">
        {isNew && <FirstSteps />}
        <div className="grid items-start gap-x-12 gap-y-8 min-[1700px]:grid-cols-2">
          <NeedsAttention items={items} answers={answers} />
          {(!isNew || hasVerified) && (
            <div className="min-w-0 space-y-8">
              <ComingUp answers={answers} store={store} now={now} />
              <RecentChecks now={now} />
            </div>
          )}
        </div>
        {!isNew && <Recent artifacts={answers.artifacts} receipts={answers.receipts} now={now} />}
      </div>
    </Page>
  );
}

interface NeedsAttentionProps {
  readonly items: readonly AttentionItem[];
  readonly answers: OverviewAnswers;
}

function NeedsAttention({ items, answers }: NeedsAttentionProps) {
  const isPending = Object.values(answers).some((answer) => answer.isPending);
  // What could not be asked may well need attention.
  const isKnown = Object.values(answers).every((answer) => answer.isSuccess);
  const { attention } = words;
  return (
    <Section
      title={attention.heading}
      aside={items.length > 0 && <span className="text-13 text-muted">{attention.count(items.length)}</span>}
    >
      <AskedErrors answers={answers} />
      {items.length > 0 && <AttentionList items={items} />}
      <div role="status">
        {isPending && <p className="py-2 text-muted">{words.asking}</p>}
        {isKnown && items.length === 0 && (
          <p className="border-y border-line py-3">
            <StatusMark look="verified" label={attention.nothing} />
            <span className="ms-2 text-muted">{attention.looked}</span>
          </p>
        )}
      </div>
    </Section>
  );
}

interface ComingUpProps {
  readonly answers: OverviewAnswers;
  readonly store: Store;
  readonly now: number;
}

function ComingUp({ answers: { serviceKeys, apiKeys, secrets }, store, now }: ComingUpProps) {
  const { expiry } = words;
  const lanes = [
    {
      id: 'keySets',
      sign: <ObjectTile kind="keySet" />,
      items: keySetExpiries(store, serviceKeys.data?.keysets ?? []),
    },
    { id: 'apiKeys', sign: <ObjectTile kind="apiKey" />, items: apiKeyExpiries(apiKeys.data?.items ?? []) },
    { id: 'secrets', sign: <ObjectTile kind="secret" />, items: secretExpiries(secrets.data?.items ?? []) },
  ] as const;
  if (lanes.every(({ items }) => items.length === 0)) return null;
  return (
    <Section title={expiry.heading} lead={expiry.lead}>
      <ExpiryTimeline
        title={expiry.title}
        caption={expiry.caption}
        now={now}
        lanes={lanes.map((lane) => ({ ...lane, title: expiry.lanes[lane.id], kind: expiry.kinds[lane.id] }))}
      />
    </Section>
  );
}

function itemsOf(
  {
    artifacts,
    serviceKeys,
    accounts,
    usage,
    apiKeys,
    approvals,
    secrets,
    invoices,
    proofs,
    computations,
    calls,
    enrolments,
    ckks,
    storage,
  }: OverviewAnswers,
  store: Store,
  now: number,
): readonly AttentionItem[] {
  const hasContents = (artifacts.data?.items.length ?? 0) > 0 || (apiKeys.data?.items.length ?? 0) > 0;
  return [
    ...(approvals.data === undefined ? [] : approvalItems(approvals.data, now)),
    ...(secrets.data === undefined
      ? []
      : [...rotationItems(secrets.data.items, now), ...limitItem('secrets', secrets.data)]),
    ...(artifacts.data === undefined
      ? []
      : [
          ...signatureItems(artifacts.data.items),
          ...limitItem('artifacts', { items: artifacts.data.items, isWhole: artifacts.data.next_cursor === null }),
        ]),
    ...(serviceKeys.data === undefined ? [] : serviceItems(serviceKeys.data.keysets, store, now)),
    ...(apiKeys.data === undefined
      ? []
      : [...apiKeyItems(apiKeys.data.items, now), ...limitItem('apiKeys', apiKeys.data)]),
    ...(accounts.data === undefined || usage.data === undefined
      ? []
      : creditItems(accounts.data.accounts, usage.data.usage)),
    ...(invoices.data === undefined ? [] : invoiceItems(invoices.data, now)),
    ...(proofs.data === undefined ? [] : proofItems(proofs.data, now)),
    ...(computations.data === undefined ? [] : computationItems(computations.data, now)),
    ...(calls.data === undefined ? [] : callItems(calls.data, now)),
    ...(enrolments.data === undefined ? [] : enrolmentItems(enrolments.data)),
    ...(ckks.data === undefined ? [] : ckksItems(ckks.data.items, now)),
    // Where nothing was made yet there is nothing to lose and nothing to verify.
    ...(hasContents ? auditItems(lastAuditVerdict(), now) : []),
    ...(hasContents && storage.data !== undefined ? backupItems(storage.data.backups, now) : []),
  ];
}

function serverItems({ state }: Connection): readonly AttentionItem[] {
  if (state !== 'stopped') return [];
  const { title, detail, link } = words.server;
  return [
    {
      id: 'server',
      urgency: 'needed',
      title,
      detail,
      link: { to: '/settings', search: { section: 'about' }, title: link },
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
  const { first } = words;
  return (
    <EmptyState
      title={first.title}
      icon={<ScanSearch aria-hidden size={20} className="text-accent" />}
      actions={
        <>
          <Link to="/verify" className={buttonClass('primary')}>
            {first.verify}
          </Link>
          <Link to="/trust" search={{ import: true }} className={buttonClass()}>
            {first.importKeys}
          </Link>
        </>
      }
    >
      <p>{first.text}</p>
    </EmptyState>
  );
}

/** One message where the server is away or the window is signed out; else what could not be read, one by one. */
function AskedErrors({ answers }: { readonly answers: OverviewAnswers }) {
  const { attention } = words;
  const failed = ASKED.flatMap((name) => {
    const { error, refetch } = answers[name];
    return error === null ? [] : [{ name, error, refetch }];
  });
  const common = failed.find(({ error }) => isOffline(error) || needsSession(error));
  if (common !== undefined) {
    const retry = () => void refreshOverview();
    return <RequestError error={common.error} what={attention.common} onRetry={retry} />;
  }
  return failed.map(({ name, error, refetch }) => (
    <RequestError key={name} error={error} what={attention.what[name]} onRetry={() => void refetch()} />
  ));
}

const ASKED = [
  'artifacts',
  'receipts',
  'serviceKeys',
  'accounts',
  'usage',
  'apiKeys',
  'approvals',
  'secrets',
  'invoices',
  'proofs',
  'computations',
  'calls',
  'enrolments',
  'ckks',
  'storage',
] as const satisfies readonly (keyof OverviewAnswers)[];
