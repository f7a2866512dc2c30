import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startChild, withoutCredentials } from '../../src/mcp/child.ts';

const KEY = `svc_live_${'0'.repeat(16)}_${'a'.repeat(64)}`;

describe('S21: the environment of the server', () => {
  test('has none of our variables and no API key under any name', () => {
    const env = {
      PATH: '/bin',
      HOME: '/home/ada',
      TOUCHSTONE_API_KEY: KEY,
      TOUCHSTONE_URL: 'http://127.0.0.1:7433',
      touchstone_data_dir: '/data',
      ANOTHER: `Bearer ${KEY}`,
      OTHERS: `svc_live_${'1'.repeat(16)}_${'b'.repeat(64)}`,
      SHORT: 'svc_live_1234',
      UNSET: undefined,
    };
    expect(withoutCredentials(env, KEY)).toEqual({ PATH: '/bin', HOME: '/home/ada', SHORT: 'svc_live_1234' });
    expect(withoutCredentials({ A: 'x-own-form-x', B: '' }, 'own-form')).toEqual({ B: '' });
  });
});

describe('the server as a process', () => {
  const run = (code: string) => startChild(process.execPath, ['-e', code], {});
  afterEach(() => void vi.useRealTimers());

  test('ends by itself when its input ends', async () => {
    // However slowly it starts: the time after which it is stopped does not come.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const child = run("process.stdin.resume().on('end', () => process.exit(5))");
    child.stop();
    expect(await child.ended).toEqual({
      exitCode: 5,
      reason: 'The server ended with exit code 5.',
      wasStopped: false,
    });
  });

  test('is not waited for once it is gone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const child = run('');
    await child.ended;
    child.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is stopped where it stays', async () => {
    const child = run(
      "process.on('SIGTERM', () => undefined); process.stdout.write('ready'); setInterval(() => undefined, 1000)",
    );
    await once(child.output, 'data');
    child.stop();
    child.stop();
    expect(await child.ended).toMatchObject({ exitCode: 137, wasStopped: true });
  });

  test('that cannot be started is told', async () => {
    const child = startChild('/nonexistent/server', [], {});
    expect(await child.ended).toMatchObject({ exitCode: 127, reason: expect.stringContaining('no such file') });
  });
});
