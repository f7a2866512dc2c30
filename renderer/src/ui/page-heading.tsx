import type { ReactNode } from 'react';
import { useWindowTitle } from './use-window-title.ts';

export interface PageHeadingProps {
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly lead?: ReactNode;
  /** Buttons beside the heading. */
  readonly children?: ReactNode;
}

/** The heading of a page that is not built from `Page` yet, with its main actions; going to a page moves the focus here. */
export function PageHeading({ title, lead, children }: PageHeadingProps) {
  useWindowTitle(title);
  return (
    <div className="mb-(--gap)">
      <div className="flex min-h-(--control) flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="grow text-20 outline-none">
          {title}
        </h1>
        <div className="screen-only flex flex-wrap gap-2">{children}</div>
      </div>
      {lead !== undefined && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
    </div>
  );
}
