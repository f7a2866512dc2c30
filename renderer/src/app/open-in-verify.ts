import type { Opened } from '../verification/recent.ts';

/** Opens files on the Verify page, in place of what is open there, and goes to it. */
export async function openInVerify(
  files: readonly { readonly name: string; readonly file: File }[],
  goToVerify: () => Promise<void>,
  { leftOut, lent }: Pick<Opened, 'leftOut' | 'lent'> = { leftOut: 0, lent: null },
): Promise<void> {
  const { liveSession } = await import('../verification/live-session.ts');
  await liveSession.open({ files, leftOut }, lent);
  await goToVerify();
}
