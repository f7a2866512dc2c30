import type { RevocationFile } from '@touchstone/core/keys/revocation.ts';
import { useState } from 'react';
import { sentenceFor } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { GroupedText } from '../../ui/hash-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useTrustStore } from './trust.ts';

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
      announce(keys === 1 ? '1 key is revoked' : `${keys} keys are revoked`, 'assertive');
      onDone();
    } catch (error) {
      setRefusal(sentenceFor(error));
    }
  };

  return (
    <div className="space-y-4">
      <FactList>
        <Fact name="Revokes">
          {file.kids.length === 1 ? '1 key' : `${file.kids.length} keys`} of{' '}
          {named === undefined ? (
            'a key set that is not in the trust store'
          ) : (
            <>
              <FileText text={named.keyset_id} />, edition {named.serial}, <FileText text={named.principal} />
            </>
          )}
        </Fact>
        <Fact name="Key set">
          <GroupedText value={file.keyset_fingerprint} />
        </Fact>
        <Fact name="Stated time">
          <TimeText value={file.revoked_at} />
        </Fact>
        <Fact name="Stated reason">{file.reason === '' ? 'none' : <FileText text={file.reason} limit={400} />}</Fact>
      </FactList>
      <p className="max-w-prose">
        The server takes it in only if that set, or a later edition of it that is trusted, signed it. Nothing that these
        keys signed will be verified here any more, whatever date it states. Revoking is for good.
      </p>
      {refusal !== null && <ErrorState title="The revocation was not taken in">{refusal}</ErrorState>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onBack}>Choose another</Button>
        <Button variant="danger" onPress={confirm}>
          Revoke for good
        </Button>
      </div>
    </div>
  );
}
