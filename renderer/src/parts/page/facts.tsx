import type { ReactNode } from 'react';

export interface FactItem {
  readonly label: string;
  readonly value: ReactNode;
}

/** Three to five facts in a strip, each under its label: what a person looks for first. */
export function Facts({ facts }: { readonly facts: readonly FactItem[] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 max-[599px]:grid max-[599px]:grid-cols-2 max-[599px]:gap-x-4">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-12 text-muted">{label}</dt>
          <dd className="mt-1 flex min-h-6 items-center gap-1 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
