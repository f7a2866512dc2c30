import type { Opened } from './recent.ts';

interface OpenOptions extends Partial<Pick<Opened, 'leftOut' | 'lent'>> {
  /** What the page that opens them shows, for the way back: "session ags_…". */
  readonly cameFrom?: string;
}

/** Opens files on the Verify page, in place of what is open there, and goes to it. */
export async function openInVerify(
  files: readonly { readonly name: string; readonly file: File }[],
  goToVerify: () => Promise<void>,
  { leftOut = 0, lent = null, cameFrom }: OpenOptions = {},
): Promise<void> {
  // Read before anything is awaited: a person may go on to another page meanwhile.
  const back = cameFrom === undefined ? null : { title: cameFrom, href: window.location.hash };
  const { liveSession } = await import('./live-session.ts');
  await liveSession.open({ files, leftOut }, lent, back);
  await goToVerify();
}
