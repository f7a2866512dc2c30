/** What tests of the platform do again and again: users, credentials, answers to challenges. */
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import type { AnswerChange, Device, DeviceAnswer } from '../../../../core/test/webauthn/device.ts';
import type { Answer, TestServer } from '../../harness.ts';

export interface Enrolled {
  readonly device: Device;
  readonly userId: string;
  readonly credentialId: string;
}

/** The platform as the holder of one key sees it. */
export function platformOf(server: TestServer, token: string) {
  let users = 0;
  const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
    server.call(method, `/v1${path}`, { token, ...(json === undefined ? {} : { json }) });
  const platform = {
    send,

    register: (email = `user-${++users}@example.com`, more: object = {}) =>
      send('POST', '/auth/register', { email, displayName: 'Ada', ...more }),

    async newUser(): Promise<string> {
      return String((await platform.register()).at('user.id'));
    },

    enroll: (userId: string, publicKey: string, attestation = 'cmF3LWtleQ==', type = 'fingerprint') =>
      send('POST', '/biometric/enroll', {
        userId,
        type,
        credential: { publicKey, attestation },
        device: { id: 'd1', name: 'Laptop', platform: 'linux' },
      }),

    /** A user with a credential: that of an authenticator, or a raw key. */
    async enrolled(device: Device, form: 'webauthn' | 'raw', userId?: string): Promise<Enrolled> {
      const user = userId ?? (await platform.newUser());
      const attestation = form === 'webauthn' ? device.attestation() : undefined;
      const answer = await platform.enroll(user, device.publicKey, attestation);
      if (answer.status !== 200) throw new Error(answer.text);
      return { device, userId: user, credentialId: String(answer.at('credentialId')) };
    },

    async challenge(userId?: string): Promise<{ id: string; bytes: string }> {
      const answer = await send('GET', `/auth/challenge${userId === undefined ? '' : `?userId=${userId}`}`);
      return { id: String(answer.at('challenge')), bytes: String(answer.at('publicKey.challenge')) };
    },

    verify: (challenge: string, id: string, answer: DeviceAnswer) =>
      send('POST', '/biometric/verify', { challenge, credential: { id, ...answer } }),

    login: (challenge: string, id: string, answer: DeviceAnswer, type = 'fingerprint') =>
      send('POST', '/auth/login', {
        method: 'biometric',
        challenge,
        biometricData: { type, credential: toBase64(utf8(JSON.stringify({ id, ...answer }))) },
      }),

    /** A fresh challenge, answered as an authenticator does. */
    async verified({ device, credentialId }: Enrolled, change: AnswerChange = {}, userId?: string): Promise<unknown> {
      const { id, bytes } = await platform.challenge(userId);
      const answer = await platform.verify(id, credentialId, device.webauthn(bytes, change));
      return answer.at('verified');
    },
  };
  return platform;
}
