/** `open-console.html` in the data folder: hands the start token to the browser, not through argv or a log (S2). */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';

/** Writes the page that sends the browser to the console with a start token in the address's fragment. */
export function writeOpenPage(path: string, consoleUrl: string, startToken: string): void {
  const target = `${consoleUrl}/#/start/${startToken}`;
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${target}">
<title>Opening the Touchstone console</title>
<p><a href="${target}">Open the Touchstone console</a>. This link works once and for ten minutes.</p>
</html>
`;
  writePrivateFile(path, page);
}

export function removeOpenPage(path: string): void {
  rmSync(path, { force: true });
}

/** Opens a file with the browser of the desktop. Fails silently where there is none: the address has been printed. */
export function openInBrowser(path: string): void {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', path]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', path]
        : ['xdg-open', path];
  const child = spawn(command, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
