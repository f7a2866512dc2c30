import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunJob } from '../../src/frame/job.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { measurementOf, ownFiles } from '../../src/gateway/measurement.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { measuredTree } from './measured.ts';

function gatewayWith(run: () => Promise<unknown>) {
  const outbound = createOutbound({ ownHosts: () => new Set() });
  return createGateway({ outbound, clock: () => 0, run: run as RunJob });
}

test('the build is measured once; a failure is not kept', async () => {
  let measured = 0;
  const gateway = gatewayWith(async () => {
    measured++;
    if (measured === 1) throw new Error('busy');
    return `m${measured}`;
  });
  await expect(gateway.measurement()).rejects.toThrow('busy');
  expect([await gateway.measurement(), await gateway.measurement(), measured]).toEqual(['m2', 'm2', 2]);
});

test('64 calls at once, not more; a failed one makes room', async () => {
  const gateway = gatewayWith(async () => '');
  const gate = Promise.withResolvers<void>();
  const calls = Array.from({ length: 64 }, () => gateway.atOnce(() => gate.promise));
  await expect(gateway.atOnce(async () => 1)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
  gate.reject(new Error('over'));
  await Promise.allSettled(calls);
  expect(await gateway.atOnce(async () => 1)).toBe(1);
});

test('S5: the measurement is what sha256sum would print, by name, and changes with every file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  try {
    const files = ['b/x.ts', 'a.ts'].map((name, place) => ({ name, path: join(folder, String(place)) }));
    for (const { path } of files) writeFileSync(path, 'one');
    const first = measurementOf(files);
    expect(measurementOf(files.toReversed())).toBe(first);
    writeFileSync(join(folder, '1'), 'two');
    const second = measurementOf(files);
    expect(second).not.toBe(first);
    expect(measurementOf(files.map((file) => ({ ...file, name: `${file.name}x` })))).not.toBe(second);
    expect(measurementOf(files.slice(1))).not.toBe(second);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('S5: from sources, all files of core and server are in it', () => {
  const names = ownFiles().map(({ name }) => name);
  expect(names).toContain('server/src/gateway/measurement.ts');
  expect(names).toContain('core/src/hash.ts');
  expect(names.every((name) => name.endsWith('.ts'))).toBe(true);
  expect(measurementOf(ownFiles())).toBe(measuredTree());
});
