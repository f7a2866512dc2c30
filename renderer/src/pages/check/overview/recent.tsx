import { Link } from '@tanstack/react-router';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { receipts } from '@touchstone/core/api/receipts/receipts.ts';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { type ObjectKind, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/check/overview.ts';
import { words as computation } from '../../../words/parts/computation.ts';
import type { Artifact } from './attention.ts';
import { RECENT } from './queries.ts';

type Receipt = OutputOf<typeof receipts.list>['items'][number];

export interface RecentProps {
  readonly artifacts: { readonly data: { readonly items: readonly Artifact[] } | undefined };
  readonly receipts: { readonly data: { readonly items: readonly Receipt[] } | undefined };
  readonly now: number;
}

/** What was issued and made last. What these say is believed only after verification. */
export function Recent({ artifacts, receipts, now }: RecentProps) {
  const { newest } = words;
  return (
    <div className="grid items-start gap-x-12 gap-y-8 min-[1000px]:grid-cols-2">
      <RecentList
        title={newest.artifacts}
        all={{ to: '/artifacts', title: newest.allArtifacts }}
        object="artifact"
        now={now}
        items={artifacts.data?.items.slice(0, RECENT).map(({ artifact_id, issued_at, subject }) => ({
          id: artifact_id,
          time: issued_at,
          text: subject.name,
          link: { to: '/artifacts', search: {} },
        }))}
        emptyText={newest.noArtifacts}
      />
      <RecentList
        title={newest.receipts}
        all={{ to: '/receipts', title: newest.allReceipts }}
        object="receipt"
        now={now}
        items={receipts.data?.items.slice(0, RECENT).map(({ receipt_id, issued_at, computation_type: type }) => ({
          id: receipt_id,
          time: issued_at,
          text: computation.kind(type, COMPUTATION_TYPES.get(type)),
          link: { to: '/receipts', search: { name: receipt_id } },
        }))}
        emptyText={newest.noReceipts}
      />
    </div>
  );
}

interface RecentListProps {
  readonly title: string;
  readonly all: { readonly to: string; readonly title: string };
  readonly object: ObjectKind;
  readonly now: number;
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

function RecentList({ title, all, object, now, items, emptyText }: RecentListProps) {
  return (
    <Section
      title={title}
      aside={
        <Link to={all.to} className={buttonClass('quiet', 'small')}>
          {all.title}
        </Link>
      }
    >
      {items === undefined && <p className="text-muted">{words.newest.unknown}</p>}
      {items?.length === 0 && <p className="text-muted">{emptyText}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {items?.map(({ id, time, text, link }) => (
          <li key={id} className="flex items-center gap-3 py-2 text-13 hover:bg-sunken">
            <ObjectTile kind={object} />
            <p className="min-w-0 flex-1">
              <span className="block font-medium">
                <FileText text={text} limit={120} />
              </span>
              <Link to={link.to} search={link.search} className="font-mono text-12 text-accent hover:underline">
                {id}
              </Link>
            </p>
            <span className="text-muted">
              <AgoText value={time} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
