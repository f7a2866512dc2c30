import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Artifact, SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { requireUsableKeys, showRequest } from '../../src/commands/ceremony-review.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { EXAMPLE_FOLDER } from '../programs.ts';

function artifactOf(name: string): Artifact {
  const result = readArtifact(JSON.parse(readFileSync(path.join(EXAMPLE_FOLDER, name), 'utf8')));
  if (!result.ok) throw new TypeError(`${name} is no artifact`);
  return result.artifact;
}

function keySetOf(): KeySet {
  const result = parseKeySet(readFileSync(path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json')));
  if (!result.ok) throw new TypeError(result.message);
  return result.keySet;
}

function shownOf(artifact: Artifact): string {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  showRequest({
    schema_version: 'svc-signing-request/v1',
    slots: SLOTS,
    key_set: keySetOf(),
    artifact,
    requested_at: '2026-01-01T00:00:00.000Z',
  });
  write.mockRestore();
  return text;
}

afterEach(() => vi.restoreAllMocks());

it('shows every member that is signed, unknown ones too, and cannot be steered by them', () => {
  const artifact = artifactOf('verified.pqv.json');
  const summary = {
    ...artifact.human_summary,
    load_bearing_pillars: ['evidence', 'privacy'] as const,
    additional_assurances: ['First assurance', 'Second\u001b[2J assurance'],
    warranty: { years: 99 },
  };
  const text = shownOf({
    ...artifact,
    human_summary: summary,
    subject: {
      ...artifact.subject,
      description: 'What it is',
      product: 'The product',
      licence: 'free \u202e',
    } as never,
    issuer: { ...artifact.issuer, 'also\u001b': ['another office'] } as never,
    attestations: {
      ...artifact.attestations,
      privacy_attestation: { ...artifact.attestations.privacy_attestation, result: 'FAIL\n' },
      evidence_attestation: {},
    },
  });
  for (const line of [
    'About:      What it is',
    'Product:    The product',
    'Also:       subject.licence = free [U+202E]',
    'Pillars:    evidence, privacy',
    'Assurance:  First assurance',
    'Assurance:  Second[U+001B][2J assurance',
    'Also:       human_summary.warranty = {"years":99}',
    'Also:       issuer["also\\u001b"] = ["another office"]',
    '                reports FAIL[U+000A]',
    '                reports no result',
    '                reports PASS',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).not.toContain('NOT covered');
  expect(text).not.toContain('human_summary.verdict');
});

it('says what the signatures do not cover where the issuer bound no summary', () => {
  expect(shownOf(artifactOf('verified-unbound-summary.pqv.json'))).toMatch(
    /^NOT covered by the signatures: the claim .*, the time of issue and the artifact id\.$/m,
  );
});

it('refuses revoked keys always, and others only outside the period of validity', () => {
  const keySet = keySetOf();
  const bound = artifactOf('verified.pqv.json');
  const unbound = artifactOf('verified-unbound-summary.pqv.json');
  const from = Date.parse(keySet.not_before);
  const until = Date.parse(keySet.not_after);
  const refused = (...args: Parameters<typeof requireUsableKeys>) =>
    expect(() => requireUsableKeys(...args)).toThrow(Refusal);
  requireUsableKeys(keySet, bound, EMPTY_TRUST_STORE, from, false);
  requireUsableKeys(keySet, unbound, EMPTY_TRUST_STORE, until, false);
  for (const now of [from - 1, until + 1]) {
    refused(keySet, unbound, EMPTY_TRUST_STORE, now, false);
    requireUsableKeys(keySet, unbound, EMPTY_TRUST_STORE, now, true);
  }
  // The bound time of issue is what verifiers judge by.
  const early = { ...bound, issued_at: new Date(from - 1000).toISOString() };
  refused(keySet, early, EMPTY_TRUST_STORE, from, false);
  requireUsableKeys(keySet, early, EMPTY_TRUST_STORE, from, true);
  requireUsableKeys(keySet, { ...unbound, issued_at: early.issued_at }, EMPTY_TRUST_STORE, from, false);
  for (const key of keySet.keys) {
    const revoked = revokeKey(EMPTY_TRUST_STORE, key.kid, from, 'lost');
    if (!revoked.ok) throw new TypeError(revoked.message);
    for (const isAllowed of [true, false]) refused(keySet, bound, revoked.store, from, isAllowed);
  }
});
