import { fromUtf8, wipe } from '@touchstone/core/bytes.ts';
import { ApiError } from '../frame/errors.ts';
import { type MaterialNeeds, storedMaterial } from '../keys/material.ts';
import type { ManagedKey } from '../keys/store/managed-keys.ts';
import { canBeCarried } from './header-rules.ts';

/** The stored material of a managed key as it goes into a header. Throws CONFLICT where it cannot. */
export async function carriedKey(deps: Pick<MaterialNeeds, 'db' | 'vault'>, key: ManagedKey): Promise<string> {
  const material = await storedMaterial(deps, key);
  const text = fromUtf8(material);
  wipe(material);
  if (text === null || !canBeCarried(text)) {
    throw new ApiError('CONFLICT', 'The material of this key is not visible ASCII of at most 8192 characters.');
  }
  return text;
}
