import { type ReactNode, useId } from 'react';

export interface SectionProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  /** At the end of the title's line: buttons, a count. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own; no box around it. */
export function Section({ title, lead, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="grow text-14">
          {title}
        </h2>
        {aside}
      </div>
      {lead !== undefined && <p className="mb-2 max-w-prose text-13 text-muted">{lead}</p>}
      <div className="mt-1">{children}</div>
    </section>
  );
}
