/** Restores a backup in place of a folder and kills itself after a step: `restore-process.ts FILE DIR STEP`. */
import { bringBack } from './folder.ts';

const [file = '', dataDir = '', fatal = ''] = process.argv.slice(2);
await bringBack(file, dataDir, {
  replace: true,
  onStep(step) {
    if (step === fatal) process.kill(process.pid, 'SIGKILL');
  },
});
