import { kyber } from '@touchstone/core/api/crypto/kyber.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { words } from '../../../words/issue/sign.ts';
import { ML_KEM_LEVELS, type MlKemLevel } from './levels.ts';
import { SecretOnce } from './secret-once.tsx';

const { mlKem: texts } = words;

/** Makes an ML-KEM key pair; the server keeps nothing of it. */
export function MlKemKey({ onUse }: { readonly onUse: (made: OutputOf<typeof kyber.keygen>) => void }) {
  const [level, setLevel] = useState<MlKemLevel>('ML-KEM-768');
  const announce = useAnnounce();
  const work = useWork((security_level: MlKemLevel, signal) =>
    client.crypto.kyber.keygen({ body: { security_level } }, { signal }),
  );
  const { result, state } = work;
  const { units } = kyber.keygen;
  const make = async () => {
    if ((await work.start(level)) !== null) announce(texts.keyDone);
  };
  return (
    <Panel title={texts.key} aside={words.cost(unitsText(units))}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-104 max-w-full">
          <Select label={texts.parameters} options={ML_KEM_LEVELS} value={level} onChange={setLevel} />
        </div>
        <Button icon={<KeyRound aria-hidden size={16} />} isDisabled={state.status === 'busy'} onPress={make}>
          {texts.newKey}
        </Button>
      </div>
      <WorkStatus
        state={state}
        busyLabel={texts.keyBusy}
        failedTitle={texts.keyFailed}
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label={texts.keyResult} className="space-y-2 border-t border-line pt-3">
          <LongValue value={result.public_key} label={texts.publicKeyLabel(result.algorithm)} />
          <SecretOnce>
            <SecretText value={result.secret_key} label={texts.secretKeyLabel(result.algorithm)} />
          </SecretOnce>
          <Button size="small" onPress={() => onUse(result)}>
            {texts.useKey}
          </Button>
        </section>
      )}
    </Panel>
  );
}
