import type { ReactNode } from 'react';

export interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="rounded border border-line bg-surface px-4 py-3">
      <h2 id={id} tabIndex={-1} className="scroll-mt-14 text-16 outline-none">
        {title}
      </h2>
      {lead !== undefined && <p className="max-w-prose text-muted">{lead}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
