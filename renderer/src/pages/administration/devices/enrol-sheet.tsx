import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { biometric } from '@touchstone/core/api/platform/biometric.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/devices.ts';
import { creationOptions, deviceRefusal, enrolledKey } from './passkey.ts';

export type Enrolment = OutputOf<typeof biometric.enroll>;

export interface EnrolSheetProps {
  readonly user: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onEnrolled: (enrolment: Enrolment) => void;
}

type Enrolled =
  | { readonly ok: true; readonly credential: Enrolment }
  | { readonly ok: false; readonly message: string };

const EMPTY = { device: '' } satisfies DraftOf<typeof biometric.enroll>;

/** Makes a passkey in a device of this machine and enrols its public key. */
export function EnrolSheet({ user, isOpen, onClose, onEnrolled }: EnrolSheetProps) {
  const announce = useAnnounce();
  const work = useWork(async (deviceName: string, signal): Promise<Enrolled> => {
    const challenge = await client.platform.auth.challenge({ query: { userId: user } }, { signal });
    const made = await created(creationOptions(challenge), signal);
    if (!made.ok) return made;
    const device = { id: made.id, name: deviceName, platform: 'web' } as const;
    const body = { userId: user, type: 'passkey', credential: made.key, device } as const;
    return { ok: true, credential: await client.platform.biometric.enroll({ body }, { signal }) };
  });
  const draft = useDraft(useState(EMPTY), work.state);
  const { enrol } = words;
  const send = async () => {
    const deviceName = draft.values.device.trim();
    if (!draft.check({ device: deviceName === '' ? enrol.deviceTrouble : '' })) return;
    const enrolled = await work.start(deviceName);
    if (enrolled === null) return;
    announce(enrolled.ok ? enrol.done : enrol.failed, 'assertive');
    if (!enrolled.ok) return;
    draft.fill(EMPTY);
    onEnrolled(enrolled.credential);
  };
  const result = work.state.status === 'done' ? work.result : null;
  return (
    <FormSheet texts={enrol} isOpen={isOpen} onClose={onClose} onSubmit={draft.submit(send)} work={work} units={0}>
      <TextField label={enrol.device} {...draft.field('device')} description={enrol.deviceHint} autoFocus />
      {result?.ok === false && (
        <div role="alert">
          <StatusMark look="failed" label={enrol.failed} />
          <p>{result.message}</p>
        </div>
      )}
    </FormSheet>
  );
}

/** The passkey that was enrolled last. */
export function EnrolledPasskey({ enrolment }: { readonly enrolment: Enrolment }) {
  const { enrol } = words;
  return (
    <Section title={enrol.result}>
      <div className="space-y-2">
        <StatusMark look="verified" label={enrol.enrolled} />
        <FactList>
          <Fact name={enrol.credential}>
            <code className="text-13 break-all">{enrolment.credentialId}</code>{' '}
            <CopyText value={enrolment.credentialId} label={enrol.credentialLabel} />
          </Fact>
          <Fact name={enrol.at}>
            <TimeText value={enrolment.createdAt} />
          </Fact>
        </FactList>
        <p className="text-13 text-muted">{enrol.maker}</p>
      </div>
    </Section>
  );
}

type Created =
  | { readonly ok: true; readonly id: string; readonly key: NonNullable<ReturnType<typeof enrolledKey>> }
  | { readonly ok: false; readonly message: string };

async function created(publicKey: PublicKeyCredentialCreationOptions, signal: AbortSignal): Promise<Created> {
  const { enrol } = words;
  try {
    const credential = await navigator.credentials.create({ publicKey, signal });
    if (!(credential instanceof PublicKeyCredential)) return { ok: false, message: enrol.noPasskey };
    const { response } = credential;
    if (!(response instanceof AuthenticatorAttestationResponse)) return { ok: false, message: enrol.noPasskey };
    const key = enrolledKey(response.getPublicKey(), response.attestationObject);
    if (key === null) return { ok: false, message: enrol.otherKind };
    return { ok: true, id: credential.id.slice(0, 200), key };
  } catch (error) {
    const message = deviceRefusal(error);
    if (message === null) throw error;
    return { ok: false, message };
  }
}
