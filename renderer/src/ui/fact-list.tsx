import type { ReactNode } from 'react';

/** Names with their values, two columns where there is room. Holds `Fact`s. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr] sm:items-baseline">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:mt-1">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
