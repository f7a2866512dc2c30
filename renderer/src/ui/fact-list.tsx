import type { ReactNode } from 'react';

/** Names with their values, two columns where there is room. Holds `Fact`s. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(7rem,auto)_1fr] sm:items-baseline">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-13 text-muted max-sm:mt-1 max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
