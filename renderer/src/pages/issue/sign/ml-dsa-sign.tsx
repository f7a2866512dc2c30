import { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { PenLine, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type BytesDraft, EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { type FieldErrors, useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { base64Trouble, compactBase64 } from './base64-text.ts';
import { ML_DSA_LEVELS, type MlDsaLevel } from './levels.ts';

export interface SigningKeyDraft {
  readonly by: 'key_id' | 'secret_key';
  readonly keyId: string;
  readonly secretKey: string;
  /** Needed beside a 32-byte seed; otherwise it has to agree with the key. */
  readonly level: MlDsaLevel;
}

const KEY_CHOICES = [
  { value: 'key_id', label: 'A key that the server holds' },
  { value: 'secret_key', label: 'A secret key of my own' },
] as const;

export interface MlDsaSignProps {
  readonly signingKey: SigningKeyDraft;
  readonly onKey: (key: SigningKeyDraft) => void;
  readonly onVerify: (message: BytesDraft, signature: string) => void;
}

export function MlDsaSign({ signingKey, onKey, onVerify }: MlDsaSignProps) {
  const [message, setMessage] = useState<BytesDraft>(EMPTY_DRAFT);
  const announce = useAnnounce();
  const work = useWork(
    async (input: { readonly message: BytesDraft; readonly body: InputOf<typeof dilithium.sign>['body'] }, signal) => ({
      message: input.message,
      signature: (await client.crypto.dilithium.sign({ body: input.body }, { signal, timeoutMs: 120_000 })).signature,
    }),
  );
  const errors = useFieldErrors(work.state, ['message', 'key_id', 'secret_key', 'security_level'], 'key_id');
  const { result, state } = work;
  const { units } = dilithium.sign;
  const sign = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readDraft(message);
    const found = { ...(read.ok ? {} : { message: read.message }), ...keyTrouble(signingKey) };
    if (!errors.check(found) || !read.ok) return;
    const body = { message: read.base64, ...keyMembers(signingKey) };
    if ((await work.start({ message, body })) !== null) announce('Signed with ML-DSA');
  };
  return (
    <Panel title="Sign with ML-DSA" aside={`costs ${unitsText(units)}`}>
      <form onSubmit={sign} noValidate className="space-y-3">
        <BytesInput
          label="Message to sign"
          draft={message}
          onChange={(changed) => {
            setMessage(changed);
            errors.changed('message');
          }}
          error={errors.at('message')}
        />
        <Select
          label="Key to sign with"
          options={KEY_CHOICES}
          value={signingKey.by}
          onChange={(by) => onKey({ ...signingKey, by })}
        />
        {signingKey.by === 'key_id' ? (
          <TextField
            label="Key id"
            isMono
            value={signingKey.keyId}
            onChange={(keyId) => {
              onKey({ ...signingKey, keyId });
              errors.changed('key_id');
            }}
            error={errors.at('key_id')}
            description="key_dil_ and 16 hexadecimal digits."
          />
        ) : (
          <>
            <LockingSecretField
              label="Secret key"
              value={signingKey.secretKey}
              onChange={(secretKey) => {
                onKey({ ...signingKey, secretKey });
                errors.changed('secret_key');
              }}
              error={errors.at('secret_key')}
              description="Base64 of the expanded key, or of a 32-byte seed. It goes to the server for this signature and is not stored."
            />
            <Select
              label="Parameter set of this key"
              options={ML_DSA_LEVELS}
              value={signingKey.level}
              onChange={(level) => {
                onKey({ ...signingKey, level });
                errors.changed('security_level');
              }}
            />
            {errors.at('security_level') !== '' && (
              <p role="alert" className="text-[0.8125rem] text-failed">
                {errors.at('security_level')}
              </p>
            )}
          </>
        )}
        <Button
          type="submit"
          variant="primary"
          icon={<PenLine aria-hidden size={16} />}
          isDisabled={state.status === 'busy'}
        >
          Sign with ML-DSA
        </Button>
      </form>
      <WorkStatus
        state={state}
        busyLabel="Signing"
        failedTitle="The message was not signed"
        onCancel={work.cancel}
        units={units}
      />
      {result !== null && (
        <section aria-label="ML-DSA signature" className="space-y-2 border-t border-line pt-3">
          <LongValue value={result.signature} label="ML-DSA signature" />
          <Button
            icon={<ScanSearch aria-hidden size={15} />}
            onPress={() => onVerify(result.message, result.signature)}
          >
            Verify this signature
          </Button>
        </section>
      )}
    </Panel>
  );
}

function keyTrouble({ by, keyId, secretKey }: SigningKeyDraft): FieldErrors<'key_id' | 'secret_key'> {
  if (by === 'key_id') return keyId.trim() === '' ? { key_id: 'Enter the key id, or make a key above.' } : {};
  const wrong = base64Trouble(secretKey, 'secret key');
  return wrong === '' ? {} : { secret_key: wrong };
}

function keyMembers({ by, keyId, secretKey, level }: SigningKeyDraft) {
  if (by === 'key_id') return { key_id: keyId.trim() };
  return { secret_key: compactBase64(secretKey), security_level: level };
}
