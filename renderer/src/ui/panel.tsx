import { type ReactNode, useId } from 'react';

export interface PanelProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Beside the title, for example what it costs. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled box of a page. */
export function Panel({ title, lead, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="grow text-16">
          {title}
        </h2>
        {aside !== undefined && <span className="text-13 text-muted">{aside}</span>}
      </div>
      {lead !== undefined && <p className="max-w-prose text-muted">{lead}</p>}
      <div className="mt-3 space-y-3">{children}</div>
    </section>
  );
}
