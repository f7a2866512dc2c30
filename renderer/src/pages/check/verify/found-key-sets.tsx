import { heldByFingerprint } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { KeySetImportSheet, type KeySetSource } from '../../../parts/trust/key-set-import.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import type { FoundKeySet } from '../../../parts/verification/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/verify.ts';
import { TAKES_FOCUS } from './use-kept-focus.ts';

const { keySets: text } = words;

/** Key sets that were among the files. Dropping one trusts nothing: a person compares the fingerprint first. */
export function FoundKeySets({ keySets, isBeside }: { keySets: readonly FoundKeySet[]; isBeside: boolean }) {
  const { store } = useTrustStore();
  const [chosen, setChosen] = useState<KeySetSource | null>(null);
  const isTrusted = ({ fingerprint }: KeySet) => heldByFingerprint(store, fingerprint) !== undefined;
  return (
    <section aria-labelledby="found-key-sets" className="border-y border-line py-4 print:hidden">
      <h2
        {...(isBeside ? {} : TAKES_FOCUS)}
        id="found-key-sets"
        tabIndex={-1}
        className="flex items-center gap-2 text-16 outline-none"
      >
        <KeyRound aria-hidden size={18} />
        {keySets.length > 1 ? text.several(keySets.length) : isBeside ? text.beside : text.one}
      </h2>
      <p className="mt-1 max-w-prose text-muted">{text.text}</p>
      <ul className="mt-2 divide-y divide-line">
        {keySets.map(({ name, keySet }) => (
          <li key={keySet.fingerprint} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 last:pb-0">
            <div className="min-w-0 flex-1 basis-72 text-14">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <FileText text={keySet.keyset_id} />
                {keySet.demo === true && <Badge tone="accent">{text.demo}</Badge>}
              </p>
              <p>
                <FileText text={text.names(keySet.issuer, keySet.principal)} />
              </p>
              <p className="text-muted">
                <FileText text={name} />
              </p>
              <p data-testid="fingerprint">
                <GroupedText value={keySet.fingerprint} />
              </p>
            </div>
            {isTrusted(keySet) ? (
              <StatusMark look="verified" label={text.trusted} />
            ) : (
              <Button variant="primary" onPress={() => setChosen({ name, text: JSON.stringify(keySet) })}>
                {text.compare}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <KeySetImportSheet isOpen onOpenChange={(isOpen) => !isOpen && setChosen(null)} initial={chosen} />
      )}
    </section>
  );
}
