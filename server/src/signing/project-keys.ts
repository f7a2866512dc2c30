/**
 * Signing keys that the server holds for a project (Variant A): one use each (S4), sealed at rest, opened for one
 * signature at a time.
 */
import { wipe } from '@touchstone/core/bytes.ts';
import type { LayerBytes } from '@touchstone/core/composite/layered.ts';
import { LAYER_NAMES, type LayerName } from '@touchstone/core/composite/schemes.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { SigningKeyUse, StoredSigningKey } from './store.ts';

/** The use and the scheme are part of the place, so that a row which is moved to another of them does not open. */
function placeOf(key: Omit<StoredSigningKey, 'layers'>, layer: LayerName): Place {
  return {
    kind: `${key.use}-key`,
    project: key.projectId,
    object: key.id,
    column: `${key.scheme} ${layer}`,
    version: 1,
  };
}

export interface NewProjectKey {
  readonly id: string;
  readonly projectId: string;
  readonly use: SigningKeyUse;
  readonly scheme: string;
  readonly publicKeys: LayerBytes;
  /** In the stored short form. The caller wipes them. */
  readonly secretKeys: LayerBytes;
}

/** The rows of a new key, its secrets sealed. */
export function sealProjectKey(vault: Vault, key: NewProjectKey): StoredSigningKey {
  const { publicKeys, secretKeys, ...head } = key;
  const layers = LAYER_NAMES.flatMap((layer) => {
    const publicKey = publicKeys[layer];
    const secretKey = secretKeys[layer];
    if (publicKey === undefined || secretKey === undefined) return [];
    return [{ layer, publicKey, envelope: vault.seal(placeOf(head, layer), secretKey) }];
  });
  return { ...head, layers };
}

/** Hands out the secret keys by layer and wipes them afterwards. Throws TypeError where one does not open. */
export async function withProjectSecrets<T>(
  vault: Vault,
  { layers, ...head }: StoredSigningKey,
  action: (secretKeys: LayerBytes) => Promise<T>,
): Promise<T> {
  const secretKeys: Partial<Record<LayerName, Uint8Array>> = {};
  try {
    for (const { layer, envelope } of layers) {
      const secretKey = vault.open(placeOf(head, layer), envelope);
      if (secretKey === null) throw new TypeError(`internal: the ${layer} secret of ${head.id} does not open`);
      secretKeys[layer] = secretKey;
    }
    return await action(secretKeys);
  } finally {
    wipe(...Object.values(secretKeys));
  }
}

/** The public keys by layer. */
export function publicKeysOf({ layers }: StoredSigningKey): LayerBytes {
  return Object.fromEntries(layers.map(({ layer, publicKey }) => [layer, publicKey]));
}
