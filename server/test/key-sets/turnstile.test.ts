import { expect, test } from 'vitest';
import { createTurnstile } from '../../src/key-sets/turnstile.ts';

test('12.8: who exchanges keys is alone: those inside leave first, those who come wait', async () => {
  const turnstile = createTurnstile(60_000);
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const inside = turnstile.pass(async () => {
    told.push('in');
    await first.promise;
    told.push('out');
  });
  const alone = turnstile.alone(async () => {
    told.push('alone');
    await new Promise((resolve) => setImmediate(resolve));
    told.push('done');
  });
  const later = turnstile.pass(async () => told.push('later'));
  first.resolve();
  await Promise.all([inside, alone, later]);
  expect(told).toEqual(['in', 'out', 'alone', 'done', 'later']);
});

test('12.8: it opens again after a failure, and one who waits inside to pass again does not hold it for ever', async () => {
  const turnstile = createTurnstile(20);
  await expect(turnstile.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let exchanged: Promise<string> | null = null;
  const nested = await turnstile.pass(() => {
    exchanged = turnstile.alone(async () => 'exchanged');
    return turnstile.pass(async () => 'passed twice');
  });
  expect([nested, await exchanged]).toEqual(['passed twice', 'exchanged']);
});
