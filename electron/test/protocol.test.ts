import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONSOLE_CSP } from '@touchstone/server/http/page-policy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assets, createProtocolHandler, listAssets, resolveAsset } from '../src/protocol.ts';

let folder = '';
let assets: Assets;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-protocol-'));
  mkdirSync(path.join(folder, 'console/assets'), { recursive: true });
  mkdirSync(path.join(folder, 'console/types'));
  writeFileSync(path.join(folder, 'console/index.html'), '<!doctype html><title>console</title>');
  writeFileSync(path.join(folder, 'console/assets/app.js'), 'export {};');
  writeFileSync(path.join(folder, 'console/types/app.d.ts'), '');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  assets = listAssets(path.join(folder, 'console'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('resolveAsset', () => {
  it('finds the files of the console and their types', () => {
    expect(resolveAsset(assets, 'GET', 'app://console/')).toMatchObject({
      kind: 'asset',
      contentType: 'text/html; charset=utf-8',
    });
    expect(resolveAsset(assets, 'GET', 'app://console/assets/app.js?v=1#x')).toMatchObject({
      kind: 'asset',
      contentType: 'text/javascript; charset=utf-8',
    });
  });

  it('sends everything else to the server, with its query', () => {
    expect(resolveAsset(assets, 'GET', 'app://console/v1/artifacts?limit=2')).toEqual({
      kind: 'server',
      path: '/v1/artifacts?limit=2',
    });
    expect(resolveAsset(assets, 'POST', 'app://console/index.html')).toMatchObject({ kind: 'server' });
  });

  it.each([
    'app://console/../secret.txt',
    'app://console/%2e%2e/secret.txt',
    'app://console/assets/../../secret.txt',
    'app://console/assets/.%2e/.%2e/secret.txt',
    'app://console//etc/passwd',
    'app://console/types/app.d.ts',
  ])('never reads outside of the listed files: %s', (url) => {
    expect(resolveAsset(assets, 'GET', url).kind).toBe('server');
  });

  it.each([
    'app://console/..%2fsecret.txt',
    'app://console/..%5Csecret.txt',
    'app://console/a%00b',
    'app://user@console/index.html',
    'app://user:pass@console/index.html',
    'app://other/index.html',
    'app://console.example/index.html',
    'https://console/index.html',
    'file:///etc/passwd',
    'nonsense',
    '',
  ])('refuses %s', (url) => {
    expect(resolveAsset(assets, 'GET', url).kind).toBe('refused');
  });
});

describe('the protocol handler', () => {
  const answered = () => createProtocolHandler(assets, async () => new Response('{"status":"ok"}', { status: 200 }));

  it('answers files and server alike under the policy', async () => {
    const file = await answered()(new Request('app://console/assets/app.js'));
    expect(await file.text()).toBe('export {};');
    const health = await answered()(new Request('app://console/health'));
    expect(await health.json()).toEqual({ status: 'ok' });
    for (const response of [file, health]) {
      expect(response.headers.get('content-security-policy')).toBe(CONSOLE_CSP);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('hands method, path, headers and body on', async () => {
    const seen: unknown[] = [];
    const handle = createProtocolHandler(assets, async (...request) => {
      seen.push(...request);
      return new Response(null, { status: 204 });
    });
    const request = new Request('app://console/v1/artifacts?x=1', {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      body: '{}',
    });
    expect((await handle(request)).status).toBe(204);
    expect(seen[0]).toBe('POST');
    expect(seen[1]).toBe('/v1/artifacts?x=1');
    expect(seen[2]).toContainEqual(['authorization', 'Bearer t']);
    expect(seen[3]).toEqual(new Uint8Array([0x7b, 0x7d]));
  });

  it('answers 503 when the server does not run, and 404 to another host', async () => {
    const handle = createProtocolHandler(assets, () => Promise.reject(new Error('down')));
    expect((await handle(new Request('app://console/health'))).status).toBe(503);
    expect((await handle(new Request('app://other/health'))).status).toBe(404);
    expect((await handle(new Request('app://console/'))).status).toBe(200);
  });

  it('has a policy without inline code, remote sources or eval', () => {
    expect(CONSOLE_CSP).toMatch(/^default-src 'none'/);
    expect(CONSOLE_CSP).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  });
});
