import { kyber } from '@touchstone/core/api/crypto/kyber.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { LockOpen } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/sign.ts';
import { base64Trouble, compactBase64 } from './base64-text.ts';

const { mlKem: texts } = words;

export interface MlKemDecapsulateProps {
  readonly input: DraftState<InputOf<typeof kyber.decapsulate>['body']>;
  readonly onOpened: (sharedSecret: string) => void;
}

export function MlKemDecapsulate({ input, onOpened }: MlKemDecapsulateProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof kyber.decapsulate>['body'], signal) =>
    client.crypto.kyber.decapsulate({ body }, { signal }),
  );
  const draft = useDraft(input, work.state);
  const { result, state } = work;
  const { units } = kyber.decapsulate;
  const decapsulate = async () => {
    const { ciphertext, secret_key } = draft.values;
    const found = {
      ciphertext: base64Trouble(ciphertext, texts.ciphertextLabel),
      secret_key: base64Trouble(secret_key, texts.secretKeyName),
    };
    if (!draft.check(found)) return;
    const body = { ciphertext: compactBase64(ciphertext), secret_key: compactBase64(secret_key) };
    const opened = await work.start(body);
    if (opened === null) return;
    onOpened(opened.shared_secret);
    announce(texts.decapsulateDone);
  };
  return (
    <Panel title={texts.decapsulate} aside={words.cost(unitsText(units))}>
      <form onSubmit={draft.submit(decapsulate)} noValidate className="space-y-3">
        <TextField label={texts.ciphertext} rows={3} isMono {...draft.field('ciphertext')} />
        <LockingSecretField label={texts.secretKey} {...draft.field('secret_key')} description={texts.secretKeyHint} />
        <Button type="submit" icon={<LockOpen aria-hidden size={16} />} isDisabled={state.status === 'busy'}>
          {texts.decapsulateSend}
        </Button>
      </form>
      <WorkStatus
        state={state}
        busyLabel={texts.decapsulateBusy}
        failedTitle={texts.decapsulateFailed}
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label={texts.decapsulated} className="border-t border-line pt-3">
          <SecretText value={result.shared_secret} label={texts.receivedLabel} />
        </section>
      )}
    </Panel>
  );
}
