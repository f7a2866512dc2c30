import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { biometric } from '@touchstone/core/api/platform/biometric.ts';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { creationOptions, deviceRefusal, enrolledKey } from './passkey.ts';

export interface EnrollPasskeyProps {
  readonly user: string;
  readonly isPossible: boolean;
  readonly onEnrolled: () => void;
}

type Enrolled =
  | { readonly ok: true; readonly credential: OutputOf<typeof biometric.enroll> }
  | { readonly ok: false; readonly message: string };

const EMPTY = { device: '' } satisfies DraftOf<typeof biometric.enroll>;

/** Makes a passkey in a device of this machine and enrolls its public key. */
export function EnrollPasskey({ user, isPossible, onEnrolled }: EnrollPasskeyProps) {
  const announce = useAnnounce();
  const work = useWork(async (deviceName: string, signal): Promise<Enrolled> => {
    const challenge = await client.platform.auth.challenge({ query: { userId: user } }, { signal });
    const made = await created(creationOptions(challenge), signal);
    if (!made.ok) return made;
    const credential = await client.platform.biometric.enroll(
      {
        body: {
          userId: user,
          type: 'passkey',
          credential: made.key,
          device: { id: made.id, name: deviceName, platform: 'web' },
        },
      },
      { signal },
    );
    return { ok: true, credential };
  });
  const draft = useDraft(useState(EMPTY), work.state);
  const enroll = async () => {
    const deviceName = draft.values.device.trim();
    if (!draft.check({ device: deviceName === '' ? 'Give the device a name.' : '' })) return;
    const enrolled = await work.start(deviceName);
    if (enrolled === null) return;
    announce(enrolled.ok ? 'The passkey is enrolled' : 'No passkey was enrolled', 'assertive');
    if (enrolled.ok) onEnrolled();
  };
  const result = work.state.status === 'done' ? work.result : null;
  return (
    <Panel title="Enroll a passkey">
      <form onSubmit={draft.submit(enroll)} noValidate className="space-y-3">
        <TextField
          label="Name of the device"
          {...draft.field('device')}
          description="What people call it, for example: Ada’s security key."
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Fingerprint aria-hidden size={16} />}
          isDisabled={!isPossible}
          aria-disabled={work.state.status === 'busy'}
        >
          Enroll a passkey
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Waiting for the device"
        failedTitle="No passkey was enrolled"
        onCancel={work.cancel}
        units={0}
      />
      {result !== null && !result.ok && (
        <div role="alert">
          <StatusMark look="failed" label="No passkey was enrolled" />
          <p>{result.message}</p>
        </div>
      )}
      {result?.ok === true && (
        <section aria-label="Enrolled passkey" className="space-y-2">
          <StatusMark look="verified" label="Enrolled" />
          <FactList>
            <Fact name="Credential">
              <code className="text-13 break-all">{result.credential.credentialId}</code>{' '}
              <CopyText value={result.credential.credentialId} label="credential id" />
            </Fact>
            <Fact name="At">
              <TimeText value={result.credential.createdAt} />
            </Fact>
          </FactList>
          <p className="text-13 text-muted">
            The statement of the device’s maker is not judged: nothing proves which make of device holds the key.
          </p>
        </section>
      )}
    </Panel>
  );
}

type Created =
  | { readonly ok: true; readonly id: string; readonly key: NonNullable<ReturnType<typeof enrolledKey>> }
  | { readonly ok: false; readonly message: string };

async function created(publicKey: PublicKeyCredentialCreationOptions, signal: AbortSignal): Promise<Created> {
  try {
    const credential = await navigator.credentials.create({ publicKey, signal });
    if (!(credential instanceof PublicKeyCredential)) return { ok: false, message: 'The browser gave no passkey.' };
    const { response } = credential;
    if (!(response instanceof AuthenticatorAttestationResponse)) {
      return { ok: false, message: 'The browser gave no passkey.' };
    }
    const key = enrolledKey(response.getPublicKey(), response.attestationObject);
    if (key === null) return { ok: false, message: 'The device made a kind of key that the server does not verify.' };
    return { ok: true, id: credential.id.slice(0, 200), key };
  } catch (error) {
    const message = deviceRefusal(error);
    if (message === null) throw error;
    return { ok: false, message };
  }
}
