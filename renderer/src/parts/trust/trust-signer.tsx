import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words/parts/trust.ts';
import { sentenceFor } from '../work/error-sentence.ts';
import { useWork } from '../work/use-work.ts';
import { KeySetImportSheet, type KeySetSource } from './key-set-import.tsx';

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
    setInitial({ name: words.signer.published, text: JSON.stringify(answer.found) });
    setOpen(true);
  };
  const chooseFile = () => {
    setInitial(undefined);
    setOpen(true);
  };
  return (
    <>
      <Button variant="primary" onPress={chooseFile}>
        {words.import.title}
      </Button>
      <Button isDisabled={work.state.status === 'busy'} onPress={compare}>
        {words.signer.compare}
      </Button>
      {work.state.status === 'failed' && (
        <p role="alert" className="basis-full text-failed">
          {sentenceFor(work.state.error)}
        </p>
      )}
      {work.result?.found === null && (
        <p role="alert" className="basis-full text-failed">
          {words.signer.none}
        </p>
      )}
      <KeySetImportSheet key={initial?.text} isOpen={isOpen} onOpenChange={setOpen} initial={initial} />
    </>
  );
}
