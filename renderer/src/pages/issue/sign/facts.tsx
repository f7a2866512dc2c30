import type { ReactNode } from 'react';

/** Named values of a result. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[136px_1fr]">{children}</dl>;
}
