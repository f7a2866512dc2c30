/** Makes the place where a test run keeps its started folders, bundles and what Node compiled, and takes it away afterwards. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): () => void {
  const folders = mkdtempSync(join(tmpdir(), 'touchstone-started-'));
  process.env.TOUCHSTONE_STARTED_FOLDERS = folders;
  // Test files, workers and server processes load the same sources: stripping their types again costs each half a second.
  process.env.NODE_COMPILE_CACHE = join(folders, 'compiled');
  // Bundles that are made in it find the packages beside them.
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folders, 'node_modules'), 'junction');
  // Whoever watches changes sources meanwhile.
  project.onTestsRerun(() => rmSync(join(folders, 'bundled'), { recursive: true, force: true }));
  return () => rmSync(folders, { recursive: true, force: true });
}
