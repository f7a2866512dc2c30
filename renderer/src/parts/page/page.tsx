import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileText } from '../../ui/file-text.tsx';
import type { MenuAction } from '../../ui/menu.tsx';
import { useWindowTitle } from '../../ui/use-window-title.ts';
import { words } from '../../words/parts/page.ts';
import { type ObjectKind, ObjectTile } from '../objects/object-tile.tsx';
import { type FactItem, Facts } from './facts.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useOpened } from './use-opened.ts';
import { usePlaceFocus } from './use-place-focus.ts';

export interface Crumb {
  readonly title: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

export interface PageProps {
  /** The name of what is shown: the heading, and the window's title. It may come from a file. */
  readonly title: string;
  /** The pages above, the nearest last: the one way back. */
  readonly crumbs?: readonly Crumb[];
  /** What kind of thing it is: its tile stands before the heading. */
  readonly object?: ObjectKind;
  /** The thing's state, behind the heading. */
  readonly state?: ReactNode;
  /** One sentence on what the page is for. */
  readonly lead?: ReactNode;
  /** Three to five. */
  readonly facts?: readonly FactItem[] | undefined;
  /** The one primary action. */
  readonly action?: ReactNode;
  /** All other verbs. */
  readonly more?: readonly MenuAction[];
  /** What is shown, where the address of one page leads to several things: going to another moves the focus to the heading. */
  readonly place?: string;
  /** Text columns are capped; tables, trees and charts use the window. */
  readonly width?: 'full' | 'text';
  readonly children: ReactNode;
}

/** What every page is made of: way back, name, state, action, facts, and then what it shows. */
export function Page(props: PageProps) {
  const { title, crumbs = [], object, state, lead, facts, action, more = [], place = '', width = 'full' } = props;
  useWindowTitle(title, ...crumbs.map((crumb) => crumb.title).toReversed());
  usePlaceFocus(place);
  useOpened(object, place, title);
  return (
    <div className={width === 'text' ? 'max-w-[52rem]' : ''}>
      {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <div
          // Beside the menu alone even a long name has room.
          className={`flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 ${action === undefined || action === false || action === null ? 'basis-0' : ''}`}
        >
          <div className="flex min-w-0 items-center gap-3">
            {object !== undefined && <ObjectTile kind={object} size="large" />}
            <h1 tabIndex={-1} className="min-w-0 text-20 outline-none [overflow-wrap:anywhere]">
              <FileText text={title} limit={200} />
            </h1>
          </div>
          {state}
        </div>
        <div className="screen-only flex flex-wrap items-center gap-2">
          {more.length > 0 && <MoreMenu actions={more} />}
          {action}
        </div>
      </div>
      {lead !== undefined && <p className="mt-1 max-w-prose text-balance text-muted max-[599px]:mt-2">{lead}</p>}
      {facts !== undefined && (
        <div className="mt-5">
          <Facts facts={facts} />
        </div>
      )}
      <div className="mt-6">{props.children}</div>
    </div>
  );
}

function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={words.wayBack} className="screen-only mb-2">
      <ol className="flex flex-wrap items-center gap-1 text-13 text-muted">
        {crumbs.map(({ title, to, search }) => (
          // A name that is only now known must not take the focus from its link.
          <li key={`${to} ${JSON.stringify(search)}`} className="flex items-center gap-1">
            <Link
              to={to}
              search={search ?? {}}
              className="-mx-1 inline-flex min-h-6 items-center rounded px-1 hover:bg-sunken hover:text-text"
            >
              {title}
            </Link>
            <ChevronRight aria-hidden size={14} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
