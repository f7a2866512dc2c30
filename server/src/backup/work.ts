/** Saving a data folder, in a worker. */
import { systemClock } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import type { Job } from '../frame/job.ts';
import { passphraseKdf } from '../vault/work.ts';

export interface BackupOrder {
  readonly dataDir: string;
  readonly masterKey: Uint8Array;
  readonly passphrase: string;
  /** Absolute path of the one encrypted file. */
  readonly out: string;
}

export const backupJob: Job<BackupOrder, { readonly bytes: number; readonly createdAt: number }> = {
  name: 'backup',
  async run(order, { random }) {
    // Only here: nearly every other job does without the database.
    const { backupDataFolder } = await import('./create.ts');
    const { BackupError } = await import('./backup-error.ts');
    try {
      const made = await backupDataFolder({ ...order, kdf: passphraseKdf, random, clock: systemClock });
      return { bytes: made.bytes, createdAt: made.createdAt };
    } catch (error) {
      if (error instanceof BackupError) throw new ApiError('CONFLICT', error.message);
      throw error;
    }
  },
  secretsIn: ({ masterKey }) => [masterKey],
};

export const jobs = [backupJob] as const;
