import { fromBase64, fromUtf8, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { describe, expect, it } from 'vitest';
import {
  assertionOf,
  type Challenge,
  creationOptions,
  deviceRefusal,
  enrolledKey,
  passkeyTrouble,
  requestOptions,
} from '../../../../src/pages/administration/devices/passkey.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;
const CHALLENGE: Challenge = {
  challenge: 'chl_1',
  publicKey: {
    challenge: toBase64(new Uint8Array(32).fill(9)),
    rp: { name: 'Touchstone', id: 'localhost' },
    user: { id: 'usr_1', name: 'ada@example.com', displayName: 'Ada' },
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: 'AQID' }],
  },
  origin: 'http://localhost:7433',
  expiresAt: '2026-01-01T00:00:00.000Z',
};

describe('passkeys', () => {
  it('12.26: work at the console’s own name with WebAuthn only', () => {
    expect(passkeyTrouble('0123456789abcdef.fedcba9876543210.localhost', true)).toBeNull();
    expect(passkeyTrouble('evillocalhost', true)).toBe('host');
    expect(passkeyTrouble('localhost', true)).toBeNull();
    expect(passkeyTrouble('127.0.0.1', true)).toBe('host');
    expect(passkeyTrouble('console', true)).toBe('host');
    expect(passkeyTrouble('localhost', false)).toBe('browser');
  });

  it('are made and asked for as the server says, with the user verified', () => {
    const creation = creationOptions(CHALLENGE);
    expect(creation.rp.id).toBe('localhost');
    expect(creation.user.id).toEqual(utf8('usr_1'));
    expect(creation.authenticatorSelection?.userVerification).toBe('required');
    expect(creation.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
    expect(creation.excludeCredentials).toEqual([{ type: 'public-key', id: Uint8Array.of(1, 2, 3) }]);
    const request = requestOptions(CHALLENGE);
    expect(request.challenge).toEqual(new Uint8Array(32).fill(9));
    expect([request.rpId, request.userVerification]).toEqual(['localhost', 'required']);
    const broken = { ...CHALLENGE, publicKey: { ...CHALLENGE.publicKey, challenge: '!' } };
    expect(() => requestOptions(broken)).toThrow(TypeError);
  });

  it('go over the wire as S26 says', () => {
    const assertion = assertionOf({
      rawId: bytes(1, 2, 3),
      signature: bytes(4),
      clientDataJSON: bytes(5),
      authenticatorData: bytes(6),
    });
    expect([assertion.id, assertion.signature]).toEqual(['AQID', 'BA==']);
    expect(JSON.parse(fromUtf8(fromBase64(assertion.clientData) ?? new Uint8Array()) ?? '')).toEqual({
      clientDataJSON: 'BQ==',
      authenticatorData: 'Bg==',
    });
    expect(enrolledKey(bytes(1), bytes(2))).toEqual({ publicKey: 'AQ==', attestation: 'Ag==' });
    expect(enrolledKey(null, bytes(2))).toBeNull();
  });

  it('say why a device gave nothing, and hide no other error', () => {
    expect(deviceRefusal(new DOMException('', 'NotAllowedError'))).toMatch(/cancelled/i);
    expect(deviceRefusal(new DOMException('', 'InvalidStateError'))).toMatch(/already/);
    expect(deviceRefusal(new TypeError('a mistake of ours'))).toBeNull();
  });
});
