import { Link } from '@tanstack/react-router';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { receipts } from '@touchstone/core/api/receipts/receipts.ts';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { FileText } from '../../../ui/file-text.tsx';
import type { Artifact } from './attention.ts';
import { RECENT } from './queries.ts';

type Receipt = OutputOf<typeof receipts.list>['items'][number];

export interface RecentProps {
  readonly artifacts: { readonly data: { readonly items: readonly Artifact[] } | undefined };
  readonly receipts: { readonly data: { readonly items: readonly Receipt[] } | undefined };
}

/** What was issued and made last. What these say is believed only after verification. */
export function Recent({ artifacts, receipts }: RecentProps) {
  return (
    <div className="grid items-start gap-(--gap) min-[1000px]:grid-cols-2">
      <RecentList
        title="Newest artifacts"
        all={<AllLink to="/artifacts">All artifacts</AllLink>}
        items={artifacts.data?.items.slice(0, RECENT).map(({ artifact_id, issued_at, subject }) => ({
          id: artifact_id,
          time: issued_at,
          text: subject.name,
          link: { to: '/artifacts', search: {} },
        }))}
        emptyText="None was issued here."
      />
      <RecentList
        title="Newest receipts"
        all={<AllLink to="/receipts">All receipts</AllLink>}
        items={receipts.data?.items.slice(0, RECENT).map(({ receipt_id, issued_at, computation_type }) => ({
          id: receipt_id,
          time: issued_at,
          text: COMPUTATION_TYPES.get(computation_type) ?? `type ${computation_type}`,
          link: { to: '/receipts', search: { name: receipt_id } },
        }))}
        emptyText="None was made here."
      />
    </div>
  );
}

interface RecentListProps {
  readonly title: string;
  readonly all: ReactNode;
  /** Absent while they are not known. */
  readonly items:
    | readonly {
        readonly id: string;
        readonly time: string;
        readonly text: string;
        readonly link: { readonly to: string; readonly search: Readonly<Record<string, string>> };
      }[]
    | undefined;
  readonly emptyText: string;
}

function RecentList({ title, all, items, emptyText }: RecentListProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded border border-line bg-surface">
      <div className="flex flex-wrap items-baseline gap-x-4 border-b border-line px-4 py-2">
        <h2 className="grow text-16">{title}</h2>
        {all}
      </div>
      {items === undefined && <p className="px-4 py-3 text-muted">Not known now</p>}
      {items?.length === 0 && <p className="px-4 py-3 text-muted">{emptyText}</p>}
      <ul className="divide-y divide-line">
        {items?.map(({ id, time, text, link }) => (
          <li key={id} className="px-4 py-1.5">
            <Link
              to={link.to}
              search={link.search}
              className="font-mono text-13 text-accent underline underline-offset-4"
            >
              {id}
            </Link>
            <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted">
              <FileText text={text} limit={120} />
              <span className="tabular-nums">{formatTime(time)?.utc ?? time}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="text-13 text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}
