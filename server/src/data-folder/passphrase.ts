/** The passphrase of a data folder, as the console brings it. */
import { ApiError } from '../frame/errors.ts';
import { WrongPassphraseError } from '../vault/master-key.ts';
import type { DataFolder } from './open.ts';

/** Rejects with INVALID_KEY where the passphrase does not open the folder. */
export async function verifyPassphrase(folder: DataFolder, passphrase: string): Promise<void> {
  try {
    (await folder.openVault({ kind: 'passphrase', passphrase })).close();
  } catch (error) {
    throw passphraseRefusal(error);
  }
}

/** What a failed try with a passphrase is told as; other failures stay as they are. */
export function passphraseRefusal(error: unknown): unknown {
  if (!(error instanceof WrongPassphraseError)) return error;
  return new ApiError('INVALID_KEY', 'The passphrase is wrong.', { field: 'passphrase' });
}
