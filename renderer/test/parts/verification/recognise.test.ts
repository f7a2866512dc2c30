import { SIGNING_ANSWER_SCHEMA, SIGNING_REQUEST_SCHEMA } from '@touchstone/core/artifact/ceremony.ts';
import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import { SECRET_KEYS_SCHEMA } from '@touchstone/core/keys/secret-keys.ts';
import { describe, expect, test } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text);
const titleOf = (input: Uint8Array) => {
  const found = recognise(input);
  return found.kind === 'other' ? found.hint.title : found.kind;
};

describe('recognise', () => {
  test.each([
    ['{"schema_version":"pq-verified-artifact/v1"}', 'artifact'],
    ['{"schema_version":"pq-verified-artifact/v9"}', 'artifact'],
    ['{"attestations":{},"manifest_hash":""}', 'artifact'],
    ['{"on_chain_hash":"","receipt_hex":"","substrate_hex":""}', 'receipt'],
    ['{"keyset_id":"x","keys":[]}', 'key_set'],
    ['{"format":"svc-agent-session/v1","nodes":[]}', 'session'],
    ['{"format":"svc-agent-session/v2","nodes":[]}', 'session'],
    ['{"nodes":[],"format":"svc-agent-session/v1"}', 'session'],
    ['{"format":"svc-log/v1","heads":[]}', 'log'],
    ['{"format":"svc-privacy-proof/v1"}', 'proof'],
    ['{"valid":true,"merkle_proof":[],"receipt":{},"agent_public_key":""}', 'node'],
  ])('%s is a known kind', (text, kind) => {
    expect(recognise(bytes(text)).kind).toBe(kind);
  });

  test('a broken artifact still goes to the verifier, which names the fault', () => {
    expect(recognise(bytes('{"schema_version":"pq-verified-artifact/v1","a":1,"a":2}')).kind).toBe('artifact');
    expect(recognise(bytes('{"manifest_hash": "00')).kind).toBe('artifact');
  });

  test('broken files of agents go to their verifiers too', () => {
    expect(recognise(bytes('{"format":"svc-agent-session/v1","nodes":[{')).kind).toBe('session');
    expect(recognise(bytes('{"a":1,"a":2,"format":"svc-log/v1"}')).kind).toBe('log');
    expect(recognise(bytes('{"merkle_proof":[],"agent_public_key":"","a":')).kind).toBe('node');
  });

  test('only a session may be larger than 64 MiB, by its contents', () => {
    const large = (text: string) => {
      const file = new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20);
      file.set(bytes(text));
      return file;
    };
    expect(recognise(large('{"format":"svc-agent-session/v1",')).kind).toBe('session');
    expect(titleOf(large('{"format":"svc-agent-session/v3",'))).toContain('64 MiB');
    expect(titleOf(large('{"a":"svc-agent-session/v1"}'))).toContain('64 MiB');
  });

  test.each([
    ['%PDF-1.7 x', 'PDF'],
    ['PK\u0003\u0004zip', 'ZIP'],
    ['', 'empty'],
    ['hello', 'not a JSON'],
    ['{"a":1}', 'none of the kinds'],
    ['[1', 'none of the kinds'],
    ['{"outcome":"VERIFIED","checks":[],"signatures":{}}', 'verification report'],
    ['{"format":"svc-release/v1","platform":"linux-x64","released_at":"","key_set":""}', 'release manifest'],
  ])('%j is other, with a sentence that helps', (text, title) => {
    expect(titleOf(bytes(text))).toContain(title);
  });

  test('bytes that are no text are other', () => {
    expect(titleOf(Uint8Array.of(0xff, 0xd8, 0xff, 0x00))).toContain('JPEG');
    expect(titleOf(Uint8Array.of(0xc3, 0x28))).toContain('not a JSON');
  });

  test.each([
    [SECRET_KEYS_SCHEMA, 'secret keys'],
    [SIGNING_REQUEST_SCHEMA, 'signing request'],
    [SIGNING_ANSWER_SCHEMA, 'answer of a signing ceremony'],
  ])('%s is named', (schema, title) => {
    expect(titleOf(bytes(JSON.stringify({ schema_version: schema })))).toContain(title);
  });

  test('inherited names make no file', () => {
    expect(recognise(bytes('{"constructor":1,"toString":2}')).kind).toBe('other');
  });
});
