import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  /** Why it is empty and what fills it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
}

export function EmptyState({ title, children, actions, icon }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded border border-dashed border-line-strong bg-surface p-6">
      <div className="flex items-center gap-2 text-16 font-semibold">
        {icon}
        {title}
      </div>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
