import type { ReactNode } from 'react';
import { words } from '../../words/parts/page.ts';

export interface FactButtonProps {
  /** What is shown when it is pressed: the fact's label and value. */
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** The value of a fact that leads to the things that it counts. */
export function FactButton({ label, onPress, children }: FactButtonProps) {
  return (
    <button
      type="button"
      aria-label={words.showFact(label)}
      onClick={onPress}
      className="-mx-1.5 inline-flex min-h-6 items-center rounded-sm px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunken"
    >
      {children}
    </button>
  );
}
