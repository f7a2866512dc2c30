/** Node as the SDK sees it. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Platform, systemPlatform } from '@touchstone/core/agent/sdk/platform.ts';
import { shellWord } from '@touchstone/core/text/shell-word.ts';

export const nodePlatform: Platform = {
  ...systemPlatform,
  environment: (name) => process.env[name],
  warn: ({ message, kind }) => process.emitWarning(message, { type: 'TouchstoneWarning', code: kind }),
  async writeFile(path, text) {
    const handle = await open(path, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  get verifierCommand() {
    return commandBeside(import.meta.url) ?? 'pq-verify';
  },
};

/** Runs the verifier that the package has beside the library; null where there is none, as in its source. */
function commandBeside(library: string): string | null {
  const file = fileURLToPath(new URL('./pq-verify.mjs', library));
  if (!existsSync(file)) return null;
  const near = relative(process.cwd(), file);
  const path = near.startsWith('..') || isAbsolute(near) ? file : near;
  return `node ${shellWord(path.replaceAll(sep, '/'))}`;
}
