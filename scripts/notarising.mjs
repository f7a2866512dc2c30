// Whether electron-builder has what it needs to have Apple notarise what it makes for macOS. Without, it warns and goes on
// (MacTargetHelper.js, notarizeIfProvided), and macOS opens no such download by a double click.
import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);

/** Why nothing would be notarised, by electron-builder's own reading of the environment; null where it would, or need not be. */
export function notarisingFault(platform) {
  if (platform !== 'darwin') return null;
  const { MacTargetHelper } = requireHere('app-builder-lib/out/mac/MacTargetHelper');
  try {
    return MacTargetHelper.getNotarizeOptions('') === undefined ? 'no variables of an Apple account are set' : null;
  } catch (error) {
    // A set of which one is lacking: it says which.
    return error.message;
  }
}
