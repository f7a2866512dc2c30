import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cborInteger, cborMap, KEY_KINDS, newDevice } from '../../../../core/test/webauthn/device.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { platformOf } from './users.ts';

let server: TestServer;
let platform: ReturnType<typeof platformOf>;
let other: ReturnType<typeof platformOf>;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  platform = platformOf(server, (await server.newKey()).key);
  other = platformOf(server, (await server.newKey()).key);
});

const spki = (key: KeyObject) => toBase64(new Uint8Array(key.export({ format: 'der', type: 'spki' })));

describe('enroll', () => {
  test('a raw key gets an id, an authenticator keeps its own', async () => {
    const userId = await platform.newUser();
    const raw = await platform.enroll(userId, newDevice('Ed25519').publicKey);
    expect(raw.status, raw.text).toBe(200);
    expect(raw.body).toEqual({
      credentialId: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
      userId,
      type: 'fingerprint',
      createdAt: expect.stringMatching(/Z$/),
    });
    const device = newDevice('ES256');
    const authenticator = await platform.enroll(userId, device.publicKey, device.attestation());
    expect(authenticator.at('credentialId')).toBe(toBase64(device.credentialId));
  });

  test('once: the same key of a user, and the same id in a project, are a CONFLICT', async () => {
    const [userId, second] = [await platform.newUser(), await platform.newUser()];
    const device = newDevice('ES256');
    expect((await platform.enroll(userId, device.publicKey)).status).toBe(200);
    const again = await platform.enroll(userId, device.publicKey);
    expect([again.status, again.code, again.at('error.details.field')]).toEqual([409, 'CONFLICT', 'credential']);
    const authenticator = newDevice('ES256');
    const attestation = authenticator.attestation();
    expect((await platform.enroll(userId, authenticator.publicKey, attestation)).status).toBe(200);
    const taken = await platform.enroll(second, authenticator.publicKey, attestation);
    expect(taken.code).toBe('CONFLICT');
    // S1: another project knows nothing of it.
    const elsewhere = await other.enroll(await other.newUser(), authenticator.publicKey, attestation);
    expect(elsewhere.status).toBe(200);
  });

  test('S1: not for a user of another project, or of none', async () => {
    const device = newDevice('Ed25519');
    for (const userId of [await other.newUser(), 'usr_0000000000000000']) {
      const answer = await platform.enroll(userId, device.publicKey);
      expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.at('requestId')).toBe(answer.headers['x-request-id']);
    }
  });

  test('only keys of the three kinds, in their one form', async () => {
    const userId = await platform.newUser();
    const good = newDevice('ES256').publicKey;
    const bytes = Buffer.from(good, 'base64');
    const wrong = {
      'another curve': spki(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
      'a short RSA key': spki(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
      'RSA for PSS only': spki(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey),
      'a key for agreement': spki(generateKeyPairSync('x25519').publicKey),
      'a post-quantum key': spki(generateKeyPairSync('ml-dsa-44').publicKey),
      'a private key': toBase64(
        new Uint8Array(generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })),
      ),
      'bytes left over': toBase64(new Uint8Array([...bytes, 0])),
      'a point off the curve': toBase64(new Uint8Array(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))),
      'no key': 'AAAA',
      nothing: '',
      'far too much': toBase64(new Uint8Array(2_049)),
    };
    for (const [what, publicKey] of Object.entries(wrong)) {
      const answer = await platform.enroll(userId, publicKey);
      expect([what, answer.status, answer.at('error.details.field')]).toEqual([what, 400, 'credential.publicKey']);
    }
    for (const kind of KEY_KINDS) {
      expect((await platform.enroll(userId, newDevice(kind).publicKey)).status).toBe(200);
    }
  });

  test('an attestation object has to be one, for localhost and with the user present', async () => {
    const userId = await platform.newUser();
    const device = newDevice('ES256');
    const whole = Buffer.from(device.attestation(), 'base64');
    const wrong = [
      toBase64(new Uint8Array(whole.subarray(0, -1))),
      toBase64(new Uint8Array(whole.subarray(0, 5))),
      device.attestation({ rpId: 'example.com' }),
      device.attestation({ flags: 0x44 }),
      device.attestation({ statement: cborInteger(1) }),
      toBase64(new Uint8Array(65_537)),
    ];
    for (const attestation of wrong) {
      const answer = await platform.enroll(userId, device.publicKey, attestation);
      expect([answer.status, answer.at('error.details.field')]).toEqual([400, 'credential.attestation']);
    }
    expect((await platform.enroll(userId, device.publicKey, device.attestation())).status).toBe(200);
  });

  test.each(KEY_KINDS)('S26: a public key of %s has to be the one that the authenticator attested', async (kind) => {
    const userId = await platform.newUser();
    const [device, another] = [newDevice(kind), newDevice(kind)];
    const wrong = [
      [another.publicKey, device.attestation()],
      [device.publicKey, device.attestation({ cose: another.coseKey })],
      // A key of a kind that is not read: ES256 with its algorithm left out.
      [device.publicKey, device.attestation({ cose: cborMap([[cborInteger(1), cborInteger(2)]]) })],
    ] as const;
    for (const [publicKey, attestation] of wrong) {
      const answer = await platform.enroll(userId, publicKey, attestation);
      expect([answer.status, answer.at('error.details.field')]).toEqual([400, 'credential.publicKey']);
    }
    expect((await platform.enroll(userId, device.publicKey, device.attestation())).status).toBe(200);
  });
});

describe('S26: verify', () => {
  test.each(KEY_KINDS)('takes a raw key of %s', async (kind) => {
    const { device, userId, credentialId } = await platform.enrolled(newDevice(kind), 'raw');
    const { id, bytes } = await platform.challenge();
    const answer = await platform.verify(id, credentialId, device.raw(bytes));
    expect([answer.status, answer.body]).toEqual([200, { verified: true, userId, credentialId }]);
    const foreign = await platform.challenge();
    const refused = await platform.verify(foreign.id, credentialId, newDevice(kind).raw(foreign.bytes));
    expect([refused.status, refused.body]).toEqual([200, { verified: false, userId: null, credentialId }]);
  });

  test.each(KEY_KINDS)('takes an authenticator with a key of %s', async (kind) => {
    const enrolled = await platform.enrolled(newDevice(kind), 'webauthn');
    expect(await platform.verified(enrolled)).toBe(true);
    expect(await platform.verified({ ...enrolled, device: newDevice(kind) }, { signCount: 2 })).toBe(false);
  });

  test.each([
    ['a wrong type', { type: 'webauthn.create' }],
    ['a wrong origin', { origin: 'http://evil.example' }],
    ['the address in place of the name', { origin: 'http://127.0.0.1:7433' }],
    ['another port', { origin: 'http://localhost:7434' }],
    ['a wrong relying party', { rpId: 'evil.example' }],
    ['nobody present', { flags: 0x04 }],
    ['somebody unverified', { flags: 0x01 }],
    ['another challenge', { challenge: toBase64(new Uint8Array(32)) }],
  ])('refuses %s', async (_what, change) => {
    const enrolled = await platform.enrolled(newDevice('ES256'), 'webauthn');
    expect(await platform.verified(enrolled, change)).toBe(false);
    expect(await platform.verified(enrolled)).toBe(true);
  });

  test('a counter that stands still or goes back', async () => {
    const enrolled = await platform.enrolled(newDevice('ES256'), 'webauthn');
    const steps = [];
    for (const signCount of [5, 5, 4, 0, 6, 7]) steps.push(await platform.verified(enrolled, { signCount }));
    expect(steps).toEqual([true, false, false, false, true, true]);
  });

  test('a challenge is answered once, also with an answer that fails', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const first = await platform.challenge();
    const good = device.raw(first.bytes);
    const attempts = [await platform.verify(first.id, credentialId, good)];
    attempts.push(await platform.verify(first.id, credentialId, good));
    const second = await platform.challenge();
    attempts.push(await platform.verify(second.id, credentialId, { ...good, clientData: 'AAAA' }));
    attempts.push(await platform.verify(second.id, credentialId, device.raw(second.bytes)));
    expect(attempts.map((answer) => answer.at('verified'))).toEqual([true, false, false, false]);
    const third = await platform.challenge();
    const together = await Promise.all(
      [1, 2, 3].map(() => platform.verify(third.id, credentialId, device.raw(third.bytes))),
    );
    expect(together.filter((answer) => answer.at('verified')).length).toBe(1);
  });

  test('a challenge ends', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const { id, bytes } = await platform.challenge();
    server.advance(299_000 - server.tick);
    const late = await platform.challenge();
    server.advance(1_000 - server.tick);
    expect((await platform.verify(id, credentialId, device.raw(bytes))).at('verified')).toBe(false);
    expect((await platform.verify(late.id, credentialId, device.raw(late.bytes))).at('verified')).toBe(true);
  });

  test('the challenge of one user is not answered by another', async () => {
    const [ada, bob] = [
      await platform.enrolled(newDevice('ES256'), 'webauthn'),
      await platform.enrolled(newDevice('ES256'), 'webauthn'),
    ];
    expect(await platform.verified(bob, {}, ada.userId)).toBe(false);
    expect(await platform.verified(bob, {}, bob.userId)).toBe(true);
    expect(await platform.verified(ada)).toBe(true);
  });

  test("with another's id, or one that nobody has, a good signature is none", async () => {
    const [ada, bob] = [
      await platform.enrolled(newDevice('Ed25519'), 'raw'),
      await platform.enrolled(newDevice('Ed25519'), 'raw'),
    ];
    for (const credentialId of [bob.credentialId, 'AAAAAAAAAAAAAAAAAAAAAA==', '']) {
      const { id, bytes } = await platform.challenge();
      const answer = await platform.verify(id, credentialId, ada.device.raw(bytes));
      expect(answer.body).toEqual({ verified: false, userId: null, credentialId });
    }
  });

  test('S1: credential and challenge of another project', async () => {
    const theirs = await other.enrolled(newDevice('Ed25519'), 'raw');
    const ours = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const own = await platform.challenge();
    const credential = await platform.verify(own.id, theirs.credentialId, theirs.device.raw(own.bytes));
    expect(credential.at('verified')).toBe(false);
    const foreign = await other.challenge();
    const challenge = await platform.verify(foreign.id, ours.credentialId, ours.device.raw(foreign.bytes));
    expect(challenge.at('verified')).toBe(false);
    // Nor can another project spend it.
    const still = await other.verify(foreign.id, theirs.credentialId, theirs.device.raw(foreign.bytes));
    expect(still.at('verified')).toBe(true);
  });

  test('the credential of an authenticator does not answer as a raw key', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('ES256'), 'webauthn');
    const { id, bytes } = await platform.challenge();
    expect((await platform.verify(id, credentialId, device.raw(bytes))).at('verified')).toBe(false);
  });

  test('an id of more bytes than a credential has is refused before it is looked up', async () => {
    const { device } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const { id, bytes } = await platform.challenge();
    const longest = await platform.verify(id, toBase64(new Uint8Array(1_023)), device.raw(bytes));
    expect([longest.status, longest.at('verified')]).toEqual([200, false]);
    for (const length of [1_024, 100_000]) {
      const answer = await platform.verify(id, toBase64(new Uint8Array(length)), device.raw(bytes));
      expect([answer.status, answer.at('error.details.field')]).toEqual([400, 'credential.id']);
    }
  });

  test('an answer that is far too long is none', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const { id, bytes } = await platform.challenge();
    const answer = device.raw(bytes, { more: { padding: 'x'.repeat(65_536) } });
    expect((await platform.verify(id, credentialId, answer)).body).toMatchObject({ verified: false });
  });
});

describe('the addresses that two documents share (decisions, section 1)', () => {
  test.each([
    ['/biometric/enroll', { userId: 'usr_1' }, true],
    ['/biometric/enroll', { credential: {} }, true],
    ['/biometric/enroll', { user_id: 'ada' }, false],
    ['/biometric/enroll', {}, false],
    ['/biometric/enroll', { userId: 'usr_1', user_id: 'ada' }, false],
    ['/biometric/verify', { credential: {} }, true],
    ['/biometric/verify', { sample: 'AAAA' }, false],
    ['/biometric/verify', {}, false],
  ])('%s %o', async (path, json, isPlatform) => {
    const answer = await platform.send('POST', path, json);
    expect([answer.status, answer.at('requestId') !== undefined]).toEqual([400, isPlatform]);
  });
});
