/** The backend that signs with FALCON by our kernel, in place of noble wherever it gives the known answer. */
import { describe, expect, test, vi } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { systemRandom } from '../../src/random.ts';
import { falconBackend } from '../../src/sign/falcon-backend.ts';
import { checkKnownAnswer, knownAnswerOf } from '../../src/sign/known-answer.ts';
import { liboqsBackend } from '../../src/sign/liboqs-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { flipBit } from '../vectors.ts';

const message = utf8('falcon');
const liboqs = createSignatureProvider([liboqsBackend(systemRandom)], systemRandom);

/** The backend with its calls counted, in a provider behind liboqs or alone. */
function counted(others = [liboqsBackend(systemRandom)]) {
  const backend = falconBackend(systemRandom);
  const { sign } = backend;
  if (sign === undefined) throw new Error('it signs');
  const answers: Promise<Uint8Array | null>[] = [];
  const counting = {
    ...backend,
    sign(...given: Parameters<typeof sign>) {
      const answer = sign(...given);
      answers.push(answer);
      return answer;
    },
  };
  return { answers, provider: createSignatureProvider([...others, counting], systemRandom) };
}

describe.each(['FALCON-512', 'FALCON-1024'] as const)('%s', (algorithm) => {
  test('signs behind liboqs and noble, which verify, and signing is hedged', async () => {
    const { secretKey, publicKey } = await knownAnswerOf(algorithm);
    for (const [others, verifier] of [
      [[liboqsBackend(systemRandom)], 'liboqs'],
      [[], 'noble'],
    ] as const) {
      const { answers, provider } = counted([...others]);
      expect(await provider.backendFor(algorithm)).toBe(verifier);
      const [one, other] = [
        await provider.sign(algorithm, secretKey, message),
        await provider.sign(algorithm, secretKey, message),
      ];
      expect(await Promise.all(answers)).toEqual([one, other]);
      expect(one).not.toEqual(other);
      expect(await liboqs.verify(algorithm, publicKey, message, one)).toBe(true);
      expect(await liboqs.verify(algorithm, publicKey, utf8('other'), one)).toBe(false);
    }
  });
});

test('it is never chosen to verify, and has no other algorithm', async () => {
  const backend = falconBackend(systemRandom);
  expect(await checkKnownAnswer(backend, 'FALCON-512')).toBe('unjudged');
  expect([backend.verify, backend.generateKeyPair, backend.publicKeyOf]).toEqual(Array(3));
  expect(backend.supports('ML-DSA-65')).toBe(false);
  await expect(backend.sign?.('ML-DSA-65', new Uint8Array(32), message)).rejects.toThrow(TypeError);
});

test('the secret key is left as it was, and the randomness is wiped', async () => {
  const { secretKey } = await knownAnswerOf('FALCON-512');
  const before = secretKey.slice();
  const given: Uint8Array[] = [];
  const backend = falconBackend((length) => {
    given.push(new Uint8Array(length).fill(9));
    return given.at(-1) as Uint8Array;
  });
  await backend.sign?.('FALCON-512', secretKey, message);
  expect(secretKey).toEqual(before);
  expect(given).toEqual([new Uint8Array(88)]);
});

test('what is no secret key is left to noble, which refuses it', async () => {
  const { secretKey } = await knownAnswerOf('FALCON-512');
  const { answers, provider } = counted();
  await expect(provider.sign('FALCON-512', flipBit(secretKey, 500 * 8), message)).rejects.toThrow();
  await expect(answers[0]).rejects.toThrow('the secret key has');
});

test('noble signs where the engine has no WebAssembly, or one that computes wrongly', async () => {
  const { secretKey, publicKey } = await knownAnswerOf('FALCON-512');
  const engine = globalThis as unknown as { WebAssembly: { instantiate(bytes: Uint8Array): Promise<unknown> } };
  const { instantiate } = engine.WebAssembly;
  /** One bit of the second round constant of Keccak differs. */
  const wrongly = (bytes: Uint8Array) => {
    const at = Buffer.from(bytes).indexOf(Buffer.of(0x82, 0x80, 0, 0, 0, 0, 0, 0));
    if (at < 0) throw new Error('the constant is not where it was');
    return instantiate(flipBit(bytes, at * 8));
  };
  for (const broken of [undefined, { ...engine.WebAssembly, validate: () => true, instantiate: wrongly }]) {
    vi.stubGlobal('WebAssembly', broken);
    const { answers, provider } = counted([]);
    const signature = await provider.sign('FALCON-512', secretKey, message);
    vi.unstubAllGlobals();
    await expect(answers[0]).rejects.toThrow(broken === undefined ? TypeError : 'another answer');
    expect(await liboqs.verify('FALCON-512', publicKey, message, signature)).toBe(true);
  }
});
