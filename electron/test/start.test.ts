/** `npm start` as a user has it, up to the first answer of the server; on a fresh clone .ci/run has installed before. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-start-'));
let child: ChildProcess | null = null;

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** The page that stands under a host name, which this machine's resolver may not know. */
function pageAt(port: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/', headers: { host } }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()).toString());
    }).on('error', reject);
  });
}

describe('npm start', () => {
  it('brings up server and console and prints the address in one line', async () => {
    const args = ['scripts/start.mjs', '--browser', '--no-open', '--port', '0', '--data-dir', dataDir];
    const started = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const line = await new Promise<string>((resolve, reject) => {
      let text = '';
      started.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const found = text.split('\n').find((each) => /http:\/\/localhost:\d+/.test(each));
        if (found !== undefined && text.endsWith('\n')) resolve(found);
      });
      started.on('exit', (code) => reject(new Error(`npm start ended with exit code ${code}: ${text}`)));
    });
    const url = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? '';
    const health = await fetch(`${url}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(200);
    // The console itself has a name of its own; this page says how to open it.
    expect(await page.text()).toContain('open-console.html');
    const console = /http:\/\/([0-9a-f.]+\.localhost:\d+)\//.exec(
      readFileSync(path.join(dataDir, 'open-console.html'), 'utf8'),
    )?.[1];
    expect(await pageAt(new URL(url).port, String(console))).toContain('<div id="root">');

    const ended = new Promise<number | null>((resolve) => started.once('exit', resolve));
    started.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 300_000);

  it('L4: refuses with Electron what only the browser has', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-electron-'));
    try {
      writeFileSync(path.join(folder, 'electron'), '');
      const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder };
      const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--electron', '--port', '0'], {
        cwd: ROOT,
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([2, expect.stringContaining('--browser')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);
});
