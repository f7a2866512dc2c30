import { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { type DraftOf, type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { base64Trouble, compactBase64 } from './base64-text.ts';
import { Verdict } from './verdict.tsx';

export const NOTHING_TO_VERIFY = { message: EMPTY_DRAFT, signature: '', public_key: '' } satisfies DraftOf<
  typeof dilithium.verify
>;

export interface MlDsaVerifyProps {
  readonly input: DraftState<typeof NOTHING_TO_VERIFY>;
}

export function MlDsaVerify({ input }: MlDsaVerifyProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof dilithium.verify>['body'], signal) =>
    client.crypto.dilithium.verify({ body }, { signal, timeoutMs: 120_000 }),
  );
  const draft = useDraft(input, work.state, { onChange: work.reset });
  const verify = async () => {
    const { message, signature, public_key } = draft.values;
    const read = readDraft(message);
    const found = {
      message: read.ok ? '' : read.message,
      signature: base64Trouble(signature, 'signature'),
      public_key: base64Trouble(public_key, 'public key'),
    };
    if (!draft.check(found) || !read.ok) return;
    const answer = await work.start({
      message: read.base64,
      signature: compactBase64(signature),
      public_key: compactBase64(public_key),
    });
    if (answer !== null) announce(answer.valid ? 'Valid' : 'Not valid', answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title="Verify with ML-DSA" aside="free">
      <form onSubmit={draft.submit(verify)} noValidate className="space-y-3">
        <BytesInput label="Message that was signed" {...draft.field('message')} />
        <TextField label="ML-DSA signature to verify" rows={3} isMono {...draft.field('signature')} />
        <TextField
          label="Public key to verify with"
          rows={3}
          isMono
          {...draft.field('public_key')}
          description="Its length tells the parameter set."
        />
        <Button
          type="submit"
          variant="primary"
          icon={<ScanSearch aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Verify with ML-DSA
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Verifying"
        failedTitle="The signature was not judged"
        onCancel={work.cancel}
        units={dilithium.verify.units}
      />
      {work.result !== null && (
        <Verdict isValid={work.result.valid}>
          {work.result.valid
            ? 'The holder of this key’s secret signed exactly these bytes. Whose key it is, the signature does not say.'
            : 'This key did not make this signature over these bytes, or one of them was changed.'}
        </Verdict>
      )}
    </Panel>
  );
}
