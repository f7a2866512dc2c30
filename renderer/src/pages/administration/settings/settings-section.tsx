import type { ReactNode } from 'react';

export interface SettingsSectionProps {
  /** Named by addresses, as `#/settings?section=backup`. */
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** At the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings: its heading takes the focus when an address leads to it. */
export function SettingsSection({ id, title, lead, aside, children }: SettingsSectionProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} tabIndex={-1} className="grow scroll-mt-14 text-16 outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {lead !== undefined && <p className="max-w-prose text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
