/** What a check of `touchstone doctor` is given and what it finds. */
import type { Kem } from '@touchstone/core/kem/kem.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Inspection } from '../store/sqlite/inspect.ts';

export type Status = 'ok' | 'warning' | 'problem';

export interface Finding {
  readonly status: Status;
  /** One sentence or two, for people. */
  readonly message: string;
  /** What to do about it; null where there is nothing to be done. */
  readonly action: string | null;
}

/** What a check may ask for. Nobody writes. */
export interface Patient {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** null where there is no database, or none that can be opened. */
  readonly inspection: Inspection | null;
  /** 32 bytes; null where it could not be read. */
  readonly masterKey: Uint8Array | null;
  /** Why there is no master key. */
  readonly masterKeyFault: string | null;
  readonly signer: SignatureProvider;
  readonly kem: Kem;
  readonly random: Random;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Bytes that this user may still write on the disk of a folder. */
  readonly freeBytes: (folder: string) => number;
  /** Whether the platform has owners and permission bits. */
  readonly hasPermissions: boolean;
}

/** A patient whose database can be read. */
export interface ReadablePatient extends Patient {
  readonly inspection: Inspection;
}

interface FolderCheck {
  /** Kebab case; stands in `--json` and never changes. */
  readonly id: string;
  readonly needs: 'folder';
  run(patient: Patient): Promise<readonly Finding[]> | readonly Finding[];
}

interface DatabaseCheck {
  readonly id: string;
  /** The present schema: for checks that look into tables. */
  readonly needs: 'database' | 'schema';
  run(patient: ReadablePatient): Promise<readonly Finding[]> | readonly Finding[];
}

export type Check = FolderCheck | DatabaseCheck;

export function ok(message: string): Finding {
  return { status: 'ok', message, action: null };
}

export function warning(message: string, action: string | null): Finding {
  return { status: 'warning', message, action };
}

export function problem(message: string, action: string): Finding {
  return { status: 'problem', message, action };
}

/** A list for a sentence: the first five, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - 5;
  return more > 0 ? `${names.slice(0, 5).join(', ')} and ${more} more` : names.join(', ');
}

export const RESTORE = 'Restore a backup with touchstone restore.';
