import { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { type BytesDraft, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { base64Trouble, compactBase64 } from './base64-text.ts';
import { Verdict } from './verdict.tsx';

export interface VerifyDraft {
  readonly message: BytesDraft;
  readonly signature: string;
  readonly publicKey: string;
}

export interface MlDsaVerifyProps {
  readonly draft: VerifyDraft;
  readonly onDraft: (draft: VerifyDraft) => void;
}

export function MlDsaVerify({ draft, onDraft }: MlDsaVerifyProps) {
  const announce = useAnnounce();
  const work = useWork((input: InputOf<typeof dilithium.verify>, signal) =>
    client.crypto.dilithium.verify(input, { signal, timeoutMs: 120_000 }),
  );
  const errors = useFieldErrors(work.state, ['message', 'signature', 'public_key']);
  const change = (changes: Partial<VerifyDraft>, field: 'message' | 'signature' | 'public_key') => {
    onDraft({ ...draft, ...changes });
    errors.changed(field);
    work.reset();
  };
  const verify = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft.message);
    const signature = base64Trouble(draft.signature, 'signature');
    const publicKey = base64Trouble(draft.publicKey, 'public key');
    const found = {
      ...(read.ok ? {} : { message: read.message }),
      ...(signature === '' ? {} : { signature }),
      ...(publicKey === '' ? {} : { public_key: publicKey }),
    };
    if (!errors.check(found) || !read.ok) return;
    const answer = await work.start({
      body: {
        message: read.base64,
        signature: compactBase64(draft.signature),
        public_key: compactBase64(draft.publicKey),
      },
    });
    if (answer !== null) announce(answer.valid ? 'Valid' : 'Not valid', answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title="Verify with ML-DSA" aside="free">
      <form onSubmit={verify} noValidate className="space-y-3">
        <BytesInput
          label="Message that was signed"
          draft={draft.message}
          onChange={(message) => change({ message }, 'message')}
          error={errors.at('message')}
        />
        <TextField
          label="ML-DSA signature to verify"
          rows={3}
          isMono
          value={draft.signature}
          onChange={(signature) => change({ signature }, 'signature')}
          error={errors.at('signature')}
        />
        <TextField
          label="Public key to verify with"
          rows={3}
          isMono
          value={draft.publicKey}
          onChange={(publicKey) => change({ publicKey }, 'public_key')}
          error={errors.at('public_key')}
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
