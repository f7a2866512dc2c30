/** Node as the SDK sees it. */
import { open } from 'node:fs/promises';
import { type Platform, systemPlatform } from '@touchstone/core/agent/sdk/platform.ts';

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
};
