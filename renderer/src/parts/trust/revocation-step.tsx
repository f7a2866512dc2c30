import type { RevocationFile } from '@touchstone/core/keys/revocation.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { GroupedText } from '../../ui/hash-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { words } from '../../words/parts/trust.ts';
import { sentenceFor } from '../work/error-sentence.ts';
import { SheetButtons } from './sheet-buttons.tsx';
import { useTrustStore } from './trust.ts';

const { revocation } = words;

export interface RevocationStepProps {
  readonly file: RevocationFile;
  /** File name or address that it came from. */
  readonly source: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** A signed revocation that was read: what it says, and the button that takes it in. The server verifies who signed it. */
export function RevocationStep({ file, source, onBack, onDone }: RevocationStepProps) {
  const { store, takeRevocation } = useTrustStore();
  const announce = useAnnounce();
  const [refusal, setRefusal] = useState<string | null>(null);
  const named = store.key_sets.find(({ key_set }) => key_set.fingerprint === file.keyset_fingerprint)?.key_set;

  const confirm = async () => {
    try {
      const keys = await takeRevocation(file, source);
      announce(revocation.done(keys), 'assertive');
      onDone();
    } catch (error) {
      setRefusal(sentenceFor(error));
    }
  };

  return (
    <div className="space-y-4">
      <FactList>
        <Fact name={revocation.revokes}>
          {revocation.of(
            file.kids.length,
            named === undefined
              ? revocation.unknownSet
              : revocation.set(<FileText text={named.keyset_id} />, named.serial, <FileText text={named.principal} />),
          )}
        </Fact>
        <Fact name={revocation.keySet}>
          <GroupedText value={file.keyset_fingerprint} />
        </Fact>
        <Fact name={revocation.time}>
          <TimeText value={file.revoked_at} />
        </Fact>
        <Fact name={revocation.reason}>
          {file.reason === '' ? revocation.none : <FileText text={file.reason} limit={400} />}
        </Fact>
      </FactList>
      <p className="max-w-prose">{revocation.lead}</p>
      {refusal !== null && <ErrorState title={revocation.refused}>{refusal}</ErrorState>}
      <SheetButtons>
        <Button onPress={onBack}>{words.import.back}</Button>
        <Button variant="danger" onPress={confirm}>
          {revocation.confirm}
        </Button>
      </SheetButtons>
    </div>
  );
}
