/** Secrets for the SDK and the console: values leave sealed, and knowledge of a secret is proven without sending it. */
import type { api } from '../api/api.ts';
import type { Client } from '../api/client.ts';
import type { InputOf, OutputOf } from '../api/endpoint.ts';
import { fromBase64, toBase64, utf8, wipe } from '../bytes.ts';
import type { Kem } from '../kem/kem.ts';
import type { Random } from '../random.ts';
import { secretProof } from './challenge.ts';
import { type SealedFor, sealingKey, sealValue } from './sealed-value.ts';

type Shield = typeof api.crypto.shield;

/** What the secrets client calls; a whole client of the API has it. */
export interface SecretsApi {
  readonly signing: { readonly svcKey: Pick<Client<typeof api>['signing']['svcKey'], 'publicKeys'> };
  readonly crypto: {
    readonly shield: Pick<Client<typeof api>['crypto']['shield'], 'store' | 'rotate' | 'challenge' | 'verify'>;
  };
}

export interface SecretsClientOptions {
  readonly client: SecretsApi;
  readonly kem: Kem;
  readonly random: Random;
  /**
   * The project that the API key belongs to (`project_id` in the answer that issued it), or for which the console acts. A
   * sealed value opens in this project only.
   */
  readonly projectId: () => string;
}

export interface SecretsClient {
  /** Like `POST /v1/shield/store`, but takes the plain value and seals it before it leaves. */
  store(body: InputOf<Shield['store']>['body']): Promise<OutputOf<Shield['store']>>;
  /** Like `POST /v1/shield/rotate`, but takes the plain value and seals it before it leaves. */
  rotate(body: InputOf<Shield['rotate']>['body']): Promise<OutputOf<Shield['rotate']>>;
  /** Asks for a challenge and answers it. */
  prove(secretId: string, value: string): Promise<OutputOf<Shield['verify']>>;
}

/** Throws what the client throws; TypeError where the server has no key to seal to. */
export function createSecretsClient({ client, kem, random, projectId }: SecretsClientOptions): SecretsClient {
  const { shield } = client.crypto;

  async function sealed(target: SealedFor, value: string): Promise<string> {
    // Asked every time: after a rotation of the server's key set the key before does not open any more.
    const publicKey = sealingKey((await client.signing.svcKey.publicKeys()).keysets);
    if (publicKey === null) throw new TypeError('the server has no key to seal to');
    return sealValue(kem, random, publicKey, projectId(), target, value);
  }

  return {
    async store(body) {
      return shield.store({
        body: { ...body, value: await sealed({ request: 'store', name: body.name }, body.value) },
      });
    },

    async rotate(body) {
      const target = { request: 'rotate', secretId: body.secret_id } as const;
      return shield.rotate({ body: { ...body, new_value: await sealed(target, body.new_value) } });
    },

    async prove(secretId, value) {
      const { challenge, salt } = await shield.challenge({ query: { secret_id: secretId } });
      const [challengeBytes, saltBytes] = [fromBase64(challenge), fromBase64(salt)];
      if (challengeBytes === null || saltBytes === null) throw new TypeError('the challenge is not base64');
      const secret = utf8(value);
      try {
        const proof = toBase64(secretProof(secret, saltBytes, challengeBytes));
        return await shield.verify({ body: { secret_id: secretId, challenge, hmac_proof: proof } });
      } finally {
        wipe(secret);
      }
    },
  };
}
