import type { ShellFiles } from '@touchstone/core/shell.ts';
import type { Bridge } from './bridge.ts';

/** Where opened files go. */
export interface OpenedFilesTarget {
  /** Opens the files on the Verify page, in place of what is open there. */
  open(files: readonly { readonly name: string; readonly file: File }[]): Promise<void>;
  /** Files that were handed over but not read, each with its reason. */
  refuse(refused: ShellFiles['refused']): void;
  /** Files were handed over, and none of them arrived. */
  fail(): void;
}

/**
 * Takes the files that the desktop hands over, now and whenever there are new ones, one handing over at a time. Returns
 * the function that ends it.
 */
export function followOpenedFiles(
  bridge: Pick<Bridge, 'capabilities' | 'takeOpenedFiles' | 'onFilesOpened'>,
  target: OpenedFilesTarget,
): () => void {
  if (!bridge.capabilities.openedFiles) return () => undefined;
  let last = Promise.resolve();
  const take = async () => {
    const { files, refused } = await bridge.takeOpenedFiles();
    if (refused.length > 0) target.refuse(refused);
    if (files.length === 0) return;
    await target.open(
      files.map(({ name, bytes }) => ({
        name,
        file: new File([Uint8Array.from(bytes)], name, { type: 'application/json' }),
      })),
    );
  };
  const follow = () => {
    last = last.then(take).catch(() => target.fail());
  };
  const stop = bridge.onFilesOpened(follow);
  follow();
  return stop;
}
