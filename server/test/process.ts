import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServeOptions } from '../src/main.ts';
import { bundled } from './bundled.ts';
import { copyStartedFolder } from './started-folder.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly line: Readonly<Record<string, unknown>>;
  /** Everything that was written to standard output and error. */
  readonly output: () => string;
  /** Sends a signal and waits for the end: exit code and signal. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<readonly [code: number | null, signal: string | null]>;
}

/**
 * Starts a server process, in an empty folder with a copy of a started one unless `firstStart`, and waits for its line.
 * Rejects with what it wrote where it ends before.
 */
export async function startProcess({
  firstStart,
  ...options
}: Partial<ServeOptions> & { readonly dataDir: string; readonly firstStart?: true }): Promise<ServerProcess> {
  if (firstStart === undefined && options.masterKey === undefined) await copyStartedFolder(options.dataDir, 'system');
  const script = await bundled('serve-process');
  const child = spawn(process.execPath, [script, JSON.stringify({ port: 0, json: true, ...options })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // Not `exit`: what it wrote last may come after that.
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const line = new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      out += chunk;
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')));
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => reject(new Error(`exit code ${code}: ${output}`)));
  });
  const parsed: Record<string, unknown> = JSON.parse(await line);
  return {
    child,
    line: parsed,
    url: String(parsed.url),
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
