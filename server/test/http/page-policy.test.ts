import { expect, test } from 'vitest';
import { CONSOLE_CSP, CONSOLE_PERMISSIONS_POLICY, PERMISSIONS_POLICY } from '../../src/http/page-policy.ts';

const featuresOf = (policy: string) => new Map(policy.split(', ').map((part) => part.split('=') as [string, string]));

test('the console may use camera and microphone itself and nothing else; no other page may use anything', () => {
  const console = featuresOf(CONSOLE_PERMISSIONS_POLICY);
  const allowed = [...console].filter(([, whom]) => whom !== '()');
  expect(allowed).toEqual([
    ['autoplay', '(self)'],
    ['camera', '(self)'],
    ['microphone', '(self)'],
  ]);
  const others = featuresOf(PERMISSIONS_POLICY);
  expect([...others.keys()]).toEqual([...console.keys()]);
  expect(new Set(others.values())).toEqual(new Set(['()']));
  expect(others.has('display-capture') && others.has('geolocation')).toBe(true);
});

test('calls need nothing further of the content security policy', () => {
  expect(CONSOLE_CSP).toMatch(/^default-src 'none'/);
  expect(CONSOLE_CSP).not.toMatch(/media-src|unsafe-inline|'unsafe-eval'|https?:|\*/);
});
