import { Link } from '@tanstack/react-router';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/overview.ts';
import type { AttentionItem, Urgency } from './attention.ts';

const LOOKS: Readonly<Record<Urgency, StatusLook>> = {
  now: 'failed',
  needed: 'inconclusive',
  soon: 'pending',
  waiting: 'pending',
  unchecked: 'skipped',
};

/** What needs attention, one row each, with the way to where it is dealt with. */
export function AttentionList({ items }: { readonly items: readonly AttentionItem[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map(({ id, urgency, object, title, detail, link }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 hover:bg-sunken">
          <div className="w-32 shrink-0 self-start pt-0.5 max-[599px]:w-full">
            <StatusMark look={LOOKS[urgency]} label={words.attention.urgency[urgency]} size="small" />
          </div>
          <div className="flex min-w-0 flex-1 basis-64 items-start gap-3 max-[599px]:basis-48">
            <span className="mt-0.5 w-6 shrink-0">{object !== undefined && <ObjectTile kind={object} />}</span>
            <div className="min-w-0">
              <p className="font-medium">
                <FileText text={title} limit={200} />
              </p>
              <p className="text-13 text-muted">
                <FileText text={detail} limit={300} />
              </p>
            </div>
          </div>
          <Link to={link.to} search={link.search} className={buttonClass('secondary', 'small')}>
            {link.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
