/** S26: every rule of an answer to a challenge, with its wrong twin. */
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64, utf8 } from '../../src/bytes.ts';
import { type AssertionExpected, judgeAssertion, type VerifyByCredential } from '../../src/webauthn/assertion.ts';
import { readAttestation } from '../../src/webauthn/attestation.ts';
import { readCborItem } from '../../src/webauthn/cbor.ts';
import { readClientData } from '../../src/webauthn/client-data.ts';
import { authenticatorData, cborInteger, cborMap, type DeviceAnswer, KEY_KINDS, newDevice, ORIGIN } from './device.ts';

const challengeBytes = new Uint8Array(randomBytes(32));
const challenge = toBase64(challengeBytes);
const device = newDevice('ES256');

const expected: AssertionExpected = {
  challenge: challengeBytes,
  origin: ORIGIN,
  rpId: 'localhost',
  form: 'webauthn',
  signCount: 0,
};

function decoded(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === null) throw new Error('no base64');
  return bytes;
}

function verifierOf(publicKey: string): VerifyByCredential {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return async (message, signature) => verify(digest, message, key, signature);
}

async function judge(answer: DeviceAnswer, change: Partial<AssertionExpected> = {}, by = device): Promise<string> {
  const verdict = await judgeAssertion(
    decoded(answer.clientData),
    decoded(answer.signature),
    { ...expected, ...change },
    verifierOf(by.publicKey),
  );
  return verdict.ok ? `counter ${verdict.signCount}` : verdict.reason;
}

describe('S26: an authenticator', () => {
  test.each(KEY_KINDS)('answers with a key of %s', async (kind) => {
    const own = newDevice(kind);
    expect(await judge(own.webauthn(challenge), {}, own)).toBe('counter 1');
    expect(await judge(own.webauthn(challenge), {}, newDevice(kind))).toBe('SIGNATURE');
  });

  test.each([
    ['another type', { type: 'webauthn.create' }, 'TYPE'],
    ['another challenge', { challenge: toBase64(new Uint8Array(32)) }, 'CHALLENGE'],
    ['a shorter challenge', { challenge: toBase64(challengeBytes.slice(0, 31)) }, 'CHALLENGE'],
    ['another origin', { origin: 'http://localhost:7434' }, 'ORIGIN'],
    ['the address as origin', { origin: 'http://127.0.0.1:7433' }, 'ORIGIN'],
    ['https', { origin: 'https://localhost:7433' }, 'ORIGIN'],
    ['an origin that begins alike', { origin: `${ORIGIN}.evil.example` }, 'ORIGIN'],
    ['a page inside a foreign page', { more: { crossOrigin: true } }, 'ORIGIN'],
    ['another relying party', { rpId: 'evil.example' }, 'RELYING_PARTY'],
    ['nobody present', { flags: 0x04 }, 'USER_PRESENCE'],
    ['somebody unverified', { flags: 0x01 }, 'USER_VERIFICATION'],
    ['a backup of what cannot be backed up', { flags: 0x15 }, 'AUTHENTICATOR_DATA'],
    ['bytes left over', { rest: new Uint8Array(1) }, 'AUTHENTICATOR_DATA'],
    ['extensions that are announced and missing', { flags: 0x85 }, 'AUTHENTICATOR_DATA'],
    ['extensions that are no map', { flags: 0x85, rest: new Uint8Array([0x01]) }, 'AUTHENTICATOR_DATA'],
    ['crossOrigin of another kind', { more: { crossOrigin: 'no' } }, 'CLIENT_DATA'],
  ])('does not answer with %s', async (_what, change, reason) => {
    expect(await judge(device.webauthn(challenge, change))).toBe(reason);
  });

  test.each([
    ['members that a browser adds', { more: { crossOrigin: false, other_keys_can_be_added_here: 'x' } }],
    ['a key that is backed up', { flags: 0x1d }],
    ['extensions', { flags: 0x85, rest: cborMap([[cborInteger(1), cborInteger(2)]]) }],
  ])('may answer with %s', async (_what, change) => {
    expect(await judge(device.webauthn(challenge, change))).toBe('counter 1');
  });

  test.each([
    [0, 0, 'counter 0'],
    [0, 7, 'counter 7'],
    [7, 8, 'counter 8'],
    [7, 0xffffffff, 'counter 4294967295'],
    [7, 7, 'COUNTER'],
    [7, 6, 'COUNTER'],
    [7, 0, 'COUNTER'],
  ])('after counter %i with counter %i: %s', async (before, signCount, outcome) => {
    expect(await judge(device.webauthn(challenge, { signCount }), { signCount: before })).toBe(outcome);
  });

  test('does not answer with what another form carries', async () => {
    expect(await judge(device.raw(challenge))).toBe('FORM');
    const { clientData, signature } = device.webauthn(challenge);
    const plain = decoded(String(JSON.parse(Buffer.from(clientData, 'base64').toString()).clientDataJSON));
    expect(await judge({ clientData: toBase64(plain), signature })).toBe('FORM');
    expect(await judge({ clientData: toBase64(plain), signature }, { form: 'raw' })).toBe('SIGNATURE');
  });

  test('does not answer with a signature over other data', async () => {
    const [good, other] = [device.webauthn(challenge), device.webauthn(challenge, { signCount: 2 })];
    expect(await judge({ ...good, signature: other.signature })).toBe('SIGNATURE');
    expect(await judge({ ...good, signature: '' })).toBe('SIGNATURE');
    expect(await judge({ ...good, signature: toBase64(decoded(good.signature).slice(0, -1)) })).toBe('SIGNATURE');
  });

  test('any flipped bit is found', async () => {
    const good = device.webauthn(challenge);
    const data = decoded(good.clientData);
    await fc.assert(
      fc.asyncProperty(fc.nat(data.length - 1), fc.nat(7), async (at, bit) => {
        const changed = new Uint8Array(data);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(await judge({ ...good, clientData: toBase64(changed) })).not.toMatch(/^counter/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('S26: a raw key', () => {
  const raw = { form: 'raw' } as const;

  test.each(KEY_KINDS)('answers with a key of %s', async (kind) => {
    const own = newDevice(kind);
    expect(await judge(own.raw(challenge), raw, own)).toBe('counter 0');
    expect(await judge(own.raw(challenge), raw, device)).toBe('SIGNATURE');
    // Nothing was said about presence, so the counter stays.
    expect(await judge(own.raw(challenge), { ...raw, signCount: 5 }, own)).toBe('counter 5');
  });

  test('may answer in the stricter form, and is then held to it', async () => {
    expect(await judge(device.webauthn(challenge, { signCount: 3 }), raw)).toBe('counter 3');
    expect(await judge(device.webauthn(challenge, { flags: 0 }), raw)).toBe('USER_PRESENCE');
  });

  test.each([
    [{ type: 'webauthn.create' }, 'TYPE'],
    [{ challenge: toBase64(new Uint8Array(32)) }, 'CHALLENGE'],
    [{ origin: 'http://evil.example' }, 'ORIGIN'],
  ])('does not answer with %o', async (change, reason) => {
    expect(await judge(device.raw(challenge, change), raw)).toBe(reason);
  });
});

describe('clientData', () => {
  const json = utf8(JSON.stringify({ type: 't', challenge: 'c', origin: 'o' }));
  const outer = (value: unknown) => readClientData(utf8(JSON.stringify(value)));
  const parts = { clientDataJSON: toBase64(json), authenticatorData: 'AA==' };

  test('is read in both forms', () => {
    const plain = { json, type: 't', challenge: 'c', origin: 'o', crossOrigin: false };
    expect(readClientData(json)).toEqual({ ...plain, authenticatorData: null });
    expect(outer(parts)).toEqual({ ...plain, authenticatorData: new Uint8Array(1) });
  });

  test.each([
    ['no JSON', utf8('hello')],
    ['no object', utf8('[]')],
    ['a byte order mark', utf8(`\ufeff${Buffer.from(json).toString()}`)],
    ['a member twice', utf8('{"type":"t","type":"t","challenge":"c","origin":"o"}')],
    ['a missing member', utf8('{"type":"t","challenge":"c"}')],
    ['a number', utf8('{"type":"t","challenge":"c","origin":1}')],
  ])('is refused with %s', (_what, bytes) => {
    expect(readClientData(bytes)).toBeNull();
    expect(outer({ ...parts, clientDataJSON: toBase64(bytes) })).toBeNull();
  });

  test.each([
    [{ clientDataJSON: parts.clientDataJSON }],
    [{ ...parts, authenticatorData: 'A' }],
    [{ ...parts, authenticatorData: null }],
    [{ ...parts, clientDataJSON: 'AA' }],
    [{ ...parts, surprise: 1 }],
  ])('is refused as %o', (value) => {
    expect(outer(value)).toBeNull();
  });
});

describe('the attestation of an enrolment', () => {
  const read = (text: string) => readAttestation(decoded(text), 'localhost');
  const malformed = { ok: false, reason: 'MALFORMED' };

  test('names the credential and its key, whatever its statement says', () => {
    const { credentialId, coseKey } = device;
    const publicKey = readCborItem(coseKey, 0)?.value;
    const good = { ok: true, form: 'webauthn', credentialId, publicKey, signCount: 0 };
    expect(publicKey).toBeInstanceOf(Map);
    expect(read(device.attestation())).toEqual(good);
    const statement = cborMap([[cborInteger(1), cborInteger(-7)]]);
    expect(read(device.attestation({ statement, signCount: 9 }))).toEqual({ ...good, signCount: 9 });
  });

  test('other bytes are those of a raw key', () => {
    for (const text of ['cmF3LWtleQ==', '', 'AA==', 'oA==', toBase64(authenticatorData({}))]) {
      expect(read(text)).toEqual({ ok: true, form: 'raw' });
    }
  });

  test('does not count where it is cut, prolonged, or about something else', () => {
    const whole = decoded(device.attestation());
    for (let end = 5; end < whole.length; end += 7) expect(read(toBase64(whole.slice(0, end)))).toEqual(malformed);
    expect(read(toBase64(new Uint8Array([...whole, 0])))).toEqual(malformed);
    expect(read(device.attestation({ flags: 0x05 }))).toEqual(malformed);
    expect(read(device.attestation({ rest: new Uint8Array(18) }))).toEqual(malformed);
    expect(read(device.attestation({ statement: cborInteger(1) }))).toEqual(malformed);
    expect(read(device.attestation({ rpId: 'evil.example' }))).toEqual({ ok: false, reason: 'RELYING_PARTY' });
    expect(read(device.attestation({ flags: 0x44 }))).toEqual({ ok: false, reason: 'USER_PRESENCE' });
  });
});
