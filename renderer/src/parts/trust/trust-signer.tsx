import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { sentenceFor } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useWork } from '../work/use-work.ts';
import { KeySetImportDialog, type KeySetSource } from './key-set-import.tsx';

/**
 * What can be done while nobody trusts the signer: import a key set that came from elsewhere, or take the one that the
 * service publishes and compare its fingerprint. The service's word alone makes nothing trusted.
 */
export function TrustSigner({ keySetId }: { readonly keySetId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [initial, setInitial] = useState<KeySetSource | undefined>(undefined);
  const work = useWork(async (id: string, signal) => {
    const { keysets } = await client.signing.svcKey.publicKeys({}, { signal });
    return { found: keysets.find(({ keyset_id }) => keyset_id === id) ?? null };
  });
  const compare = async () => {
    const answer = await work.start(keySetId);
    if (answer?.found === null || answer === null) return;
    setInitial({ name: 'published by the embedded server', text: JSON.stringify(answer.found) });
    setOpen(true);
  };
  const chooseFile = () => {
    setInitial(undefined);
    setOpen(true);
  };
  return (
    <>
      <Button variant="primary" onPress={chooseFile}>
        Import a key set
      </Button>
      <Button isDisabled={work.state.status === 'busy'} onPress={compare}>
        Compare the one that the service publishes
      </Button>
      {work.state.status === 'failed' && (
        <p role="alert" className="basis-full text-failed">
          {sentenceFor(work.state.error)}
        </p>
      )}
      {work.result?.found === null && (
        <p role="alert" className="basis-full text-failed">
          The service publishes no key set of this id.
        </p>
      )}
      <KeySetImportDialog isOpen={isOpen} onOpenChange={setOpen} initial={initial} />
    </>
  );
}
