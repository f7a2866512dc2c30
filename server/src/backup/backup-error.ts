/** `WRONG_PASSPHRASE`: or its first bytes were changed. `DAMAGED`: changed, cut or no backup. `REFUSED`: the circumstances. */
export type BackupFault = 'WRONG_PASSPHRASE' | 'DAMAGED' | 'REFUSED' | 'CANCELLED';

/** A backup or restore that cannot be done. `message` is for people and names no secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly fault: BackupFault;

  constructor(fault: BackupFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Throws BackupError where the person has cancelled. */
export function requireGoingOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new BackupError('CANCELLED', 'Cancelled. Nothing was changed.');
}
