import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';

export interface CheckRowProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly label: ReactNode;
  /** What ticking it means. */
  readonly description?: ReactNode;
  readonly isDisabled?: boolean;
}

/** A checkbox with its label beside it and what it means under that. */
export function CheckRow({ isSelected, onChange, label, description, isDisabled = false }: CheckRowProps) {
  return (
    <Checkbox
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled}
      className="group flex items-start gap-2 data-disabled:opacity-60"
    >
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-12 leading-none text-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent"
      >
        {isSelected ? '✓' : ''}
      </span>
      <span className="min-w-0">
        {label}
        {description !== undefined && <span className="block text-13 text-muted">{description}</span>}
      </span>
    </Checkbox>
  );
}
