import { Link } from '@tanstack/react-router';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { ordered } from '../../../parts/approval/waiting.ts';
import { lastAuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { dueOf } from '../../../parts/secret/rotation.ts';
import { isWaitingForSignatures } from '../../../parts/waiting/pending-signatures.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/check/overview.ts';
import { newestBackup } from './attention.ts';
import type { OverviewAnswers } from './queries.ts';

const { facts } = words;

/** How much waits, and how old the last backup and the last look at the audit are: each leads to its page. */
export function overviewFacts({ approvals, artifacts, secrets, storage }: OverviewAnswers, now: number): FactItem[] {
  const rotations = secrets.data?.items.filter((item) => {
    const { kind } = dueOf(item, now);
    return item.status === 'active' && (kind === 'overdue' || kind === 'soon');
  }).length;
  const backup = storage.data === undefined ? undefined : newestBackup(storage.data.backups);
  const verdict = lastAuditVerdict();
  const verified = verdict === null ? null : parseIsoTime(verdict.at);
  return [
    count(facts.approvals, { to: '/agents', search: { tab: 'approvals' } }, approvals.data, (data) =>
      amount(ordered(data.items, now).waiting.length, data.next_cursor === null),
    ),
    count(facts.signatures, { to: '/artifacts', search: {} }, artifacts.data, (data) =>
      amount(data.items.filter(isWaitingForSignatures).length, data.next_cursor === null),
    ),
    count(facts.rotations, { to: '/secrets', search: {} }, rotations, (due) => amount(due, true)),
    {
      label: facts.backup,
      value:
        backup === undefined ? (
          <Unknown />
        ) : (
          <FactLink to="/settings" search={{ section: 'backup' }}>
            {backup === null ? facts.noBackup : <AgoText value={backup} now={now} />}
          </FactLink>
        ),
    },
    {
      label: facts.audit,
      value: (
        <FactLink to="/accounts" search={{ view: 'audit' }}>
          {verified === null ? facts.never : <AgoText value={verified} now={now} />}
        </FactLink>
      ),
    },
  ];
}

function amount(count: number, isWhole: boolean): string {
  return isWhole || count === 0 ? formatCount(count) : facts.atLeast(formatCount(count));
}

interface Place {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

function count<T>(label: string, place: Place, data: T | undefined, textOf: (data: T) => string): FactItem {
  if (data === undefined) return { label, value: <Unknown /> };
  const text = textOf(data);
  return {
    label,
    value: (
      <FactLink {...place} label={facts.show(label, text)}>
        {text}
      </FactLink>
    ),
  };
}

function Unknown() {
  return <span className="font-normal text-muted">{facts.unknown}</span>;
}

function FactLink({ to, search, label, children }: Place & { readonly label?: string; readonly children: ReactNode }) {
  return (
    <Link
      to={to}
      search={search}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className="-mx-1.5 inline-flex min-h-6 items-center rounded-sm px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunken"
    >
      {children}
    </Link>
  );
}
