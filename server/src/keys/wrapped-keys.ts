/** What both services with wrapped keys, `/api/svc-key` and `/v1/key`, have in common beyond the wrapping itself. */

import type { Caller } from '../frame/caller.ts';
import { ApiError } from '../frame/errors.ts';
import { keyActor, type NewKeyEvent } from '../provenance/provenance.ts';
import type { Db } from '../store/engine.ts';
import { findWrappedKey, lockWrappedKey, type StoredWrappedKey, type WrappedKey } from './store/wrapped-keys.ts';

type OwnWrappedKey = StoredWrappedKey & { readonly material: Uint8Array };

/** A wrapped key that the service can open. Throws NOT_FOUND, and CONFLICT where only a recipient can. */
export async function ownWrappedKey(db: Db, projectId: string, id: string): Promise<OwnWrappedKey> {
  return requireOwn(await findWrappedKey(db, projectId, id));
}

/** The same for a transaction that goes on to change it. */
export async function lockOwnWrappedKey(transaction: Db, projectId: string, id: string): Promise<OwnWrappedKey> {
  return requireOwn(await lockWrappedKey(transaction, projectId, id));
}

function requireOwn(stored: StoredWrappedKey | null): OwnWrappedKey {
  if (stored === null) throw new ApiError('NOT_FOUND', 'This project has no wrapped key with this id.');
  const { material } = stored;
  if (material === null) {
    throw new ApiError(
      'CONFLICT',
      "This key was wrapped to a recipient's public key. Only the holder of the secret key can open it.",
    );
  }
  return { ...stored, material };
}

/** The first event in the chain of a wrapped key. */
export function wrappedEvent(
  caller: Caller,
  { id, envelopeVersion }: WrappedKey,
  at: number,
  managedKeyId: string | null = null,
): NewKeyEvent {
  return {
    event: 'created',
    projectId: caller.projectId,
    keyId: id,
    actor: keyActor(caller),
    at,
    details: {
      envelope_version: envelopeVersion,
      ...(managedKeyId === null ? {} : { managed_key_id: managedKeyId }),
    },
  };
}
