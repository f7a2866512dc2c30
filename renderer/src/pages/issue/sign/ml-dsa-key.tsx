import { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact } from '../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Facts } from './facts.tsx';
import { ML_DSA_LEVELS, type MlDsaLevel } from './levels.ts';
import { SecretOnce } from './secret-once.tsx';

export type MadeMlDsaKey = OutputOf<typeof dilithium.keygen>;
type Custody = 'server' | 'client';

const CUSTODIES = [
  { value: 'server', label: 'The server holds the secret key' },
  { value: 'client', label: 'I hold the secret key' },
] as const satisfies readonly { readonly value: Custody; readonly label: string }[];

const CUSTODY_MEANINGS: Record<Custody, string> = {
  server: 'It is sealed at rest, belongs to this project, and signs by its key id.',
  client: 'It is shown once and never stored. Whoever has it can sign; if you lose it, nobody can.',
};

/** Makes an ML-DSA key pair in either custody. */
export function MlDsaKey({ onUse }: { readonly onUse: (made: MadeMlDsaKey) => void }) {
  const [level, setLevel] = useState<MlDsaLevel>('ML-DSA-65');
  const [custody, setCustody] = useState<Custody>('server');
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof dilithium.keygen>['body'], signal) =>
    client.crypto.dilithium.keygen({ body }, { signal }),
  );
  const { result, state } = work;
  const { units } = dilithium.keygen;
  const make = async () => {
    if ((await work.start({ security_level: level, custody })) !== null) announce('An ML-DSA key was made');
  };
  return (
    <Panel title="Key" aside={`costs ${unitsText(units)}`}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-104 max-w-full">
          <Select label="Parameter set" options={ML_DSA_LEVELS} value={level} onChange={setLevel} />
        </div>
        <div className="w-72 max-w-full">
          <Select label="Custody" options={CUSTODIES} value={custody} onChange={setCustody} />
        </div>
        <Button icon={<KeyRound aria-hidden size={16} />} isDisabled={state.status === 'busy'} onPress={make}>
          Make an ML-DSA key
        </Button>
      </div>
      <p className="text-muted">{CUSTODY_MEANINGS[custody]}</p>
      <WorkStatus
        state={state}
        busyLabel="Making the key"
        failedTitle="No key was made"
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label="New ML-DSA key" className="space-y-2 border-t border-line pt-3">
          <Facts>
            <Fact name="Algorithm">{result.algorithm}</Fact>
            {result.key_id !== undefined && (
              <Fact name="Key id">
                <code className="text-13">{result.key_id}</code> <CopyText value={result.key_id} label="key id" />
              </Fact>
            )}
          </Facts>
          <LongValue value={result.public_key} label="ML-DSA public key" />
          {result.secret_key !== undefined && (
            <SecretOnce>
              <SecretText value={result.secret_key} label="ML-DSA secret key" />
            </SecretOnce>
          )}
          <Button size="small" onPress={() => onUse(result)}>
            Sign and verify with this key
          </Button>
        </section>
      )}
    </Panel>
  );
}
