// `npm run soak`: the property tests with their big counts (SOAK=1), for instance 100,000 mutations of the examples.
import { buildStale } from './build.mjs';
import { binOf, ensureInstalled, runNode } from './setup.mjs';

ensureInstalled();
buildStale();
const filters = process.argv.slice(2);
process.exit(
  runNode([binOf('vitest'), 'run', '--testTimeout=7200000', ...(filters.length === 0 ? ['properties'] : filters)], {
    env: { SOAK: '1' },
  }),
);
