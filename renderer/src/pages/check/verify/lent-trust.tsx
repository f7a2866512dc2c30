import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { KeyRound } from 'lucide-react';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { liveSession } from '../../../parts/verification/live-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/check/verify.ts';

/** Says that opened examples are judged by keys that nobody here has decided to trust, and offers to judge without them. */
export function LentTrust({ lent, files }: { readonly lent: TrustStore; readonly files: number }) {
  const { store } = useTrustStore();
  const own = new Set(store.key_sets.map(({ key_set }) => key_set.fingerprint));
  const foreign = lent.key_sets.filter(({ key_set }) => !own.has(key_set.fingerprint));
  if (foreign.length === 0) return null;
  return (
    <aside
      aria-label={words.lent.label}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded border border-accent bg-accent-soft px-4 py-3 text-14 print:hidden"
    >
      <KeyRound aria-hidden size={18} className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{words.lent.judged(files, foreign.length)}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          {foreign.map(({ key_set }) => (
            <Badge key={key_set.fingerprint}>{key_set.keyset_id}</Badge>
          ))}
        </p>
        <p className="mt-1 max-w-prose text-muted">{words.lent.text}</p>
      </div>
      <Button onPress={() => liveSession.giveBackLent()}>{words.lent.giveBack}</Button>
    </aside>
  );
}
