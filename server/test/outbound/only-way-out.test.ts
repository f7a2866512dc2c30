/** S23: one outbound module. Nothing else of the server opens a connection; the relay for calls has datagrams of its own (S25). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVER = fileURLToPath(new URL('../../src', import.meta.url));
const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?|undici|ws)$/;
/** What may be taken from those modules elsewhere: none of it connects. */
const HARMLESS = ['createServer', 'isIP', 'Socket'];

const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.split(sep).join('/'), text: readFileSync(join(SERVER, name), 'utf8') }));

/** What a file takes, as values, from the modules of the network. */
function taken(text: string): readonly string[] {
  const imports = [...text.matchAll(/import (type )?([^;]*?) from '([^']+)'/g)];
  const names = imports
    .filter(([, type, , module = '']) => type === undefined && MODULES.test(module))
    .flatMap(([, , clause = '']) => clause.replaceAll(/[{}]/g, '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
  const late = [...text.matchAll(/\b(?:import|require)\(\s*'([^']+)'/g)].filter(([, module = '']) =>
    MODULES.test(module),
  );
  return [...names, ...late.map(([call]) => call)];
}

const CONNECTS = /\b(?:fetch|WebSocket|EventSource)\(|new Socket\(|\.connect\(/;
/** Binds the sockets of the relay, which answers those who are in a call and reaches nobody by itself. */
const RELAY = 'turn/allocation.ts';

test('S23: only outbound.ts reaches the network', () => {
  expect(files.length).toBeGreaterThan(100);
  const reaching = files.filter(
    ({ name, text }) =>
      taken(text).some((word) => !HARMLESS.includes(word) && !(name === RELAY && word === 'createSocket')) ||
      CONNECTS.test(text),
  );
  expect(reaching.map(({ name }) => name)).toEqual(['outbound/outbound.ts']);
});

test('S25: of the network the relay takes datagram sockets, in one file, and nothing else', () => {
  const relay = files.filter(({ name }) => name.startsWith('turn/'));
  expect(relay.flatMap(({ name, text }) => taken(text).map((word) => `${name} ${word}`))).toEqual([
    `${RELAY} createSocket`,
  ]);
  const datagrams = files.filter(({ text }) => /import (?!type )[^;]*'(?:node:)?dgram'/.test(text));
  expect(datagrams.map(({ name }) => name)).toEqual([RELAY]);
});

test('S23: only gateway and webhooks use it, through `deps`', () => {
  const users = files.filter(({ text }) => /import (?!type )[^;]*outbound\/outbound\.ts'/.test(text));
  expect(users.map(({ name }) => name).sort()).toEqual(['gateway/proxy.ts', 'gateway/targets.ts', 'service.ts']);
});
