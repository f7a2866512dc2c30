// `npm run release`: keys and signed manifests of releases; docs/making-a-release.md.
import path from 'node:path';
import { ensureInstalled, ROOT, runNode } from './setup.mjs';

ensureInstalled();
// Files are named from where npm was called.
process.exit(
  runNode([path.join(ROOT, 'cli/scripts/release/release.ts'), ...process.argv.slice(2)], { cwd: process.env.INIT_CWD }),
);
