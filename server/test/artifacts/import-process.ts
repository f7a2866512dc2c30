/** Takes the documents of a folder in and kills itself after a step: `import-process.ts DIR STEP`. */
import { join } from 'node:path';
import { importDocumentFiles } from '../../src/artifacts/import-files.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

const [dataDir = '', fatal = ''] = process.argv.slice(2);
await importDocumentFiles({
  db: openDatabase(join(dataDir, 'touchstone.db')),
  folder: join(dataDir, 'documents'),
  log: { info: () => undefined, warn: () => undefined },
  onStep(step) {
    if (step === fatal) process.kill(process.pid, 'SIGKILL');
  },
});
