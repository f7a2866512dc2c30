/** Makes the place where a test run keeps its started folders, and takes it away afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folders = mkdtempSync(join(tmpdir(), 'touchstone-started-'));
  process.env.TOUCHSTONE_STARTED_FOLDERS = folders;
  return () => rmSync(folders, { recursive: true, force: true });
}
