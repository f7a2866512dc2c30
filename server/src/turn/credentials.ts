/**
 * Credentials of the relay: they name the call and their end, and the password is a MAC over that name, so that nothing is
 * stored of them. Nonces are made so too. Both end with the process, whose secret they are made with.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Address } from './stun-message.ts';

/** How long a nonce is taken. */
const NONCE_MS = 600_000;

export interface RelayCredentials {
  readonly username: string;
  readonly password: string;
}

export interface CredentialMaker {
  issue(callId: string, expiresAt: number): RelayCredentials;
  /** What a name stands for, if it was made here; null else, and once its time is over. */
  read(username: string, now: number): (RelayCredentials & { readonly callId: string }) | null;
  nonce(client: Address, now: number): string;
  isFresh(nonce: string, client: Address, now: number): boolean;
}

/** `secret` has 32 bytes. */
export function createCredentials(secret: Uint8Array): CredentialMaker {
  const macOf = (purpose: string, text: string) => createHmac('sha256', secret).update(`${purpose}\0${text}`).digest();
  const passwordOf = (username: string) => macOf('password', username).toString('base64');
  const nonceAt = ({ address, port }: Address, time: number) =>
    `${time.toString(16)}-${macOf('nonce', `${time} ${address} ${port}`).toString('hex').slice(0, 32)}`;

  return {
    issue(callId, expiresAt) {
      const username = `${Math.ceil(expiresAt / 1000)}:${callId}`;
      return { username, password: passwordOf(username) };
    },

    read(username, now) {
      const [whole, seconds, callId] = /^(\d{1,12}):(vs_[0-9a-f]{16})$/.exec(username) ?? [];
      if (whole === undefined || callId === undefined || Number(seconds) * 1000 <= now) return null;
      return { username, password: passwordOf(username), callId };
    },

    nonce: nonceAt,

    isFresh(nonce, client, now) {
      const time = Number.parseInt(nonce, 16);
      if (!Number.isSafeInteger(time) || time > now || time <= now - NONCE_MS) return false;
      const expected = Buffer.from(nonceAt(client, time));
      const given = Buffer.from(nonce);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
