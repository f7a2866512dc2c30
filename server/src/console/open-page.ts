/** `open-console.html` in the data folder: hands the start token to the browser, not through argv or a log (S2). */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writePrivateFile } from '../frame/private-file.ts';

/**
 * Writes the page that sends the browser to the console with a start token in the address's fragment; without one (null) where
 * the passphrase of the data folder opens the console.
 */
export function writeOpenPage(path: string, consoleUrl: string, startToken: string | null): void {
  const target = startToken === null ? `${consoleUrl}/` : `${consoleUrl}/#/start/${startToken}`;
  const says = startToken === null ? 'It asks for the passphrase.' : 'This link works once and for ten minutes.';
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${target}">
<title>Opening the Touchstone console</title>
<p><a href="${target}">Open the Touchstone console</a>. ${says}</p>
<p>Safari does not find this address. Use another browser, or start the server with <code>touchstone serve --origin localhost</code>.</p>
</html>
`;
  writePrivateFile(path, page);
}

export function removeOpenPage(path: string): void {
  rmSync(path, { force: true });
}

/**
 * Opens a file with the browser of the desktop. False where the program for that is missing or ends with a fault; it may run as
 * long as the browser, and nothing is known until then.
 */
export function openInBrowser(path: string): Promise<boolean> {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', path]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', path]
        : ['xdg-open', path];
  const child = spawn(command, words, { stdio: 'ignore', detached: true });
  const opened = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
  child.unref();
  return opened;
}
