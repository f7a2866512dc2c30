import type { ReactNode } from 'react';

export interface RowVerbSignProps {
  /** What the verb does to which row. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly look?: string;
}

/** The verb of a row (`RowVerb`) for the pointer. By keyboard it is a key of the grid, which is named below it. */
export function RowVerbSign({ label, icon, look = '' }: RowVerbSignProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-row-verb
      aria-label={label}
      title={label}
      className={`ms-auto inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-surface hover:text-text ${look}`}
    >
      {icon}
    </button>
  );
}
