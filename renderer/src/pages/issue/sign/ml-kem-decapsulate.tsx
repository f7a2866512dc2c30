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
import { base64Trouble, compactBase64 } from './base64-text.ts';

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
      ciphertext: base64Trouble(ciphertext, 'ciphertext'),
      secret_key: base64Trouble(secret_key, 'secret key'),
    };
    if (!draft.check(found)) return;
    const body = { ciphertext: compactBase64(ciphertext), secret_key: compactBase64(secret_key) };
    const opened = await work.start(body);
    if (opened === null) return;
    onOpened(opened.shared_secret);
    announce('The shared secret was opened');
  };
  return (
    <Panel title="Decapsulate" aside={`costs ${unitsText(units)}`}>
      <form onSubmit={draft.submit(decapsulate)} noValidate className="space-y-3">
        <TextField label="Ciphertext" rows={3} isMono {...draft.field('ciphertext')} />
        <LockingSecretField
          label="Secret key of the receiver"
          {...draft.field('secret_key')}
          description="Base64 of the expanded key, or of the 64-byte seed. It goes to the server for this one operation and is not stored."
        />
        <Button
          type="submit"
          variant="primary"
          icon={<LockOpen aria-hidden size={16} />}
          isDisabled={state.status === 'busy'}
        >
          Open the shared secret
        </Button>
      </form>
      <WorkStatus
        state={state}
        busyLabel="Decapsulating"
        failedTitle="The ciphertext was not opened"
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label="Decapsulated" className="border-t border-line pt-3">
          <SecretText value={result.shared_secret} label="Shared secret of the receiver" />
        </section>
      )}
    </Panel>
  );
}
