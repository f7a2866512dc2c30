import { TriangleAlert } from 'lucide-react';
import { words } from '../../../words/protect/ceremony.ts';
import { Combine } from './combine.tsx';
import { HandOut } from './hand-out.tsx';
import type { CeremonyState } from './use-ceremony.ts';

/** A key ceremony: a signing key split among people, its shares handed out one by one, and brought together to sign. */
export function Ceremony({ ceremony }: { readonly ceremony: CeremonyState }) {
  return (
    <div className="space-y-8">
      <div className="flex max-w-[90ch] items-start gap-2 rounded bg-inconclusive-soft px-3 py-2">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-inconclusive" />
        <div className="space-y-1">
          <p>{words.dealer(<span className="font-medium">{words.dealerName}</span>)}</p>
          <p>{words.notThreshold}</p>
        </div>
      </div>
      {ceremony.dealt !== null && (
        <HandOut dealt={ceremony.dealt} onHandedOut={ceremony.handedOut} onDone={ceremony.finish} />
      )}
      <Combine ceremony={ceremony} />
    </div>
  );
}
