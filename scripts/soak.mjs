// `npm run soak`: the tests that read SOAK=1, with their big counts: an hour or two.
import { buildStale } from './build.mjs';
import { binOf, ensureInstalled, runNode } from './setup.mjs';

ensureInstalled();
buildStale();
/**
 * Tests that read SOAK: random changes of the examples, 10,000 keys and messages of each algorithm and 100,000 malformed ones by all
 * implementations (fewer where a key or a signature takes a second: 1,000 keys of FALCON, 300 signatures of a small set of SLH-DSA),
 * kills under load, whole vector sets of the slow families, changes of every byte of a proof, proofs that two verifiers judge, changes
 * of a data folder one by one, every change of the structure of each format, operations that compute for long, wrong calls of Electron that the simulator has to notice, installers
 * that are made twice.
 */
const SOAKED = [
  'core/test/mpc',
  'properties',
  'server/test/crash',
  'core/test/schemas',
  'core/test/sign',
  'core/test/kernels',
  'core/test/liboqs',
  'core/test/kem',
  'core/test/hashing',
  'core/test/stark/mutation',
  'core/test/stark/independent',
  'server/test/fhe',
  'server/test/doctor/hand-edits',
  'server/test/writes-run-again',
  'electron/test/wrong-calls',
  'electron/test/package',
];
const filters = process.argv.slice(2);
process.exit(
  runNode([binOf('vitest'), 'run', '--testTimeout=7200000', ...(filters.length === 0 ? SOAKED : filters)], {
    env: { SOAK: '1' },
  }),
);
