import { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { PenLine, ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type BytesDraft, EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { type DraftOf, type DraftState, type FieldErrors, useDraft } from '../../../parts/form/use-draft.ts';
import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/sign.ts';
import { base64Trouble, compactBase64 } from './base64-text.ts';
import { ML_DSA_LEVELS, type MlDsaLevel } from './levels.ts';

const { mlDsa: texts } = words;

export const NOTHING_TO_SIGN = {
  message: EMPTY_DRAFT,
  by: 'key_id' as 'key_id' | 'secret_key',
  key_id: '',
  secret_key: '',
  // Needed beside a 32-byte seed; otherwise it has to agree with the key.
  security_level: 'ML-DSA-65' as MlDsaLevel,
} satisfies DraftOf<typeof dilithium.sign, 'by'>;
type SignDraft = typeof NOTHING_TO_SIGN;

const KEY_CHOICES = [
  { value: 'key_id', label: texts.byChoices.key_id },
  { value: 'secret_key', label: texts.byChoices.secret_key },
] as const;

export interface MlDsaSignProps {
  readonly input: DraftState<SignDraft>;
  readonly onVerify: (message: BytesDraft, signature: string) => void;
}

export function MlDsaSign({ input, onVerify }: MlDsaSignProps) {
  const announce = useAnnounce();
  const work = useWork(
    async (asked: { readonly message: BytesDraft; readonly body: InputOf<typeof dilithium.sign>['body'] }, signal) => ({
      message: asked.message,
      signature: (await client.crypto.dilithium.sign({ body: asked.body }, { signal, timeoutMs: 120_000 })).signature,
    }),
  );
  const draft = useDraft(input, work.state, { naming: 'key_id' });
  const { result, state } = work;
  const { units } = dilithium.sign;
  const sign = async () => {
    const { message } = draft.values;
    const read = readDraft(message);
    if (!draft.check({ message: read.ok ? '' : read.message, ...keyTrouble(draft.values) }) || !read.ok) return;
    const body = { message: read.base64, ...keyMembers(draft.values) };
    if ((await work.start({ message, body })) !== null) announce(texts.done);
  };
  return (
    <Panel title={texts.sign} aside={words.cost(unitsText(units))}>
      <form onSubmit={draft.submit(sign)} noValidate className="space-y-3">
        <BytesInput label={texts.message} {...draft.field('message')} />
        <Select label={texts.by} options={KEY_CHOICES} {...draft.field('by')} />
        {draft.values.by === 'key_id' ? (
          <TextField label={texts.keyId} isMono {...draft.field('key_id')} description={texts.keyIdHint} />
        ) : (
          <>
            <LockingSecretField
              label={texts.secretKey}
              {...draft.field('secret_key')}
              description={texts.secretKeyHint}
            />
            <Select label={texts.keyParameters} options={ML_DSA_LEVELS} {...draft.field('security_level')} />
          </>
        )}
        <Button
          type="submit"
          variant="primary"
          icon={<PenLine aria-hidden size={16} />}
          isDisabled={state.status === 'busy'}
        >
          {texts.sign}
        </Button>
      </form>
      <WorkStatus
        state={state}
        busyLabel={texts.busy}
        failedTitle={texts.failed}
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label={texts.signatureLabel} className="space-y-2 border-t border-line pt-3">
          <LongValue value={result.signature} label={texts.signatureLabel} />
          <Button
            icon={<ScanSearch aria-hidden size={15} />}
            onPress={() => onVerify(result.message, result.signature)}
          >
            {texts.verifyThis}
          </Button>
        </section>
      )}
    </Panel>
  );
}

function keyTrouble({ by, key_id, secret_key }: SignDraft): FieldErrors<'key_id' | 'secret_key'> {
  if (by === 'key_id') return { key_id: key_id.trim() === '' ? texts.enterKeyId : '' };
  return { secret_key: base64Trouble(secret_key, texts.secretKeyName) };
}

function keyMembers({ by, key_id, secret_key, security_level }: SignDraft) {
  if (by === 'key_id') return { key_id: key_id.trim() };
  return { secret_key: compactBase64(secret_key), security_level };
}
