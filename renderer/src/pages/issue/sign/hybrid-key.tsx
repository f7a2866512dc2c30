import { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import { HYBRID_SCHEMES, type HybridSchemeName } from '@touchstone/core/composite/schemes.ts';
import { KeyRound } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact } from '../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Facts } from './facts.tsx';

const LEAD =
  'The server holds the secret keys, sealed. The project’s current key of the scheme signs unless you name another; the first signature makes one where there is none.';

/** Makes a hybrid key; it becomes the current one of its scheme. */
export function HybridKey(props: { readonly schemeName: HybridSchemeName; readonly onUse: (keyId: string) => void }) {
  const { schemeName, onUse } = props;
  const announce = useAnnounce();
  const work = useWork((scheme: HybridSchemeName, signal) =>
    client.crypto.hybrid.keygen({ body: { scheme } }, { signal, timeoutMs: 120_000 }),
  );
  const { result, state } = work;
  const { units } = hybrid.keygen;
  const make = async () => {
    if ((await work.start(schemeName)) !== null) announce('A hybrid key was made');
  };
  return (
    <Panel title="Key" lead={LEAD} aside={`costs ${unitsText(units)}`}>
      <Button icon={<KeyRound aria-hidden size={16} />} isDisabled={state.status === 'busy'} onPress={make}>
        Make a new key of this scheme
      </Button>
      <WorkStatus
        state={state}
        busyLabel="Making one key pair for each layer"
        failedTitle="No key was made"
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label="New hybrid key" className="space-y-2 border-t border-line pt-3">
          <Facts>
            <Fact name="Key">
              <code className="text-13">{result.key_id}</code> <CopyText value={result.key_id} label="key id" />
            </Fact>
            <Fact name="Scheme">
              <code className="text-13">{result.scheme}</code>
            </Fact>
          </Facts>
          {HYBRID_SCHEMES[result.scheme].layers.map(({ name, algorithm }, index) => {
            const value = result.public_keys[name];
            const label = `public key of layer ${index + 1}, ${algorithm}`;
            return value === undefined ? null : <LongValue key={name} value={value} label={label} />;
          })}
          <Button size="small" onPress={() => onUse(result.key_id)}>
            Name this key when signing
          </Button>
        </section>
      )}
    </Panel>
  );
}
