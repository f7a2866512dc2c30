/** Writing a report. What goes wrong leaves an older report of that name as it was. */
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeBeside } from '../files/read-and-write.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';

/**
 * Writes a report beside an older one and then in its place, with its permissions.
 *
 * @param name what `reportTarget` answered: no link, which would be replaced itself
 */
export function writeReportFile(name: string, text: string): void {
  try {
    const older = statSync(name, { throwIfNoEntry: false });
    const temporary = writeBeside(name, text, older === undefined ? 0o666 : 0o600);
    try {
      if (older !== undefined) chmodSync(temporary, older.mode & 0o777);
      renameSync(temporary, name);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw new Refusal(`--report ${name}: the report could not be written: ${systemReason(error)}.`);
  }
}
