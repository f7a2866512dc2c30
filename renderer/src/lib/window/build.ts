/**
 * Which build of the console this window runs: the SHA-256 over the list of the hashes of its scripts and styles, which
 * the build writes into the page (`vite.config.ts`). null under the development server, which has no build.
 */
export function consoleBuild(page: Pick<Document, 'querySelector'> = document): string | null {
  const stated = page.querySelector('meta[name=touchstone-build]')?.getAttribute('content') ?? '';
  return /^[0-9a-f]{64}$/.test(stated) ? stated : null;
}
