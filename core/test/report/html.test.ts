import { createHash } from 'node:crypto';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { isReportIntact, type ReportDocument, reportDocument } from '@touchstone/core/report/document.ts';
import { reportHtml } from '@touchstone/core/report/html.ts';
import { visibleText } from '@touchstone/core/text/visible-text.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newArtifact, newKeySet, signatureFor, signed, trusting, verify } from '../artifact/fixture.ts';

const HOSTILE = '</td><script>alert(1)</script> \u202Egnp.exe & "quotes" \u001b[2J';

let signer: GeneratedKeySet;
let trust: TrustStore;
let text: string;

async function documentOf(input: string, store = trust): Promise<ReportDocument> {
  return reportDocument(await verify(input, store), {
    reportId: 'rep_1',
    operator: 'Ada',
    machine: 'desk',
    trust: store,
  });
}

beforeAll(async () => {
  signer = await newKeySet({ demo: true });
  trust = trusting(signer.keySet);
  text = artifactText(await signed(await newArtifact(signer.keySet), signer));
});

describe('the report document', () => {
  it('says who signed by name and fingerprint, and who pinned the key set and when', async () => {
    const { signers, verdict } = await documentOf(text);
    expect(verdict).toMatchObject({
      outcome: 'VERIFIED',
      code: null,
      valid_signatures: 3,
      total_signatures: 3,
      demo: true,
    });
    expect(signers.key_sets).toHaveLength(1);
    expect(signers.key_sets[0]).toMatchObject({
      keyset_id: signer.keySet.keyset_id,
      fingerprint: signer.keySet.fingerprint,
      held: 'pinned',
      source: 'trust_store',
      accepted_by: 'test',
      accepted_from: 'test',
      demo: true,
    });
    expect(signers.signatures.map(({ key_thumbprints }) => key_thumbprints.length)).toEqual([1, 1, 1]);
  });

  it('names no signer where none is trusted', async () => {
    const { signers, verdict, times } = await documentOf(text, EMPTY_TRUST_STORE);
    expect(verdict).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED', valid_signatures: 0 });
    expect(signers.key_sets).toEqual([]);
    expect(times.claimed_is_covered).toBe(false);
    expect((await documentOf(text)).times.claimed_is_covered).toBe(true);
  });

  it('identifies the file by both hashes and repeats the command', async () => {
    const { subject, reproduce } = await documentOf(text);
    expect(subject.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(subject.sha3_384).toBe(createHash('sha3-384').update(text).digest('hex'));
    expect(reproduce).toMatchObject({
      command: 'pq-verify artifact --file test.pqv.json --keys KEY_SET',
      expected_exit_code: 0,
    });
  });

  it('lists what the signatures cover and what they do not', async () => {
    const bound = await documentOf(text);
    expect(bound.scope.signed).toContain('human_summary without its verdict');
    expect(bound.scope.not_signed).toEqual(['human_summary.verdict']);
    const unreadable = await documentOf('{');
    expect(unreadable.scope).toMatchObject({ signed: [], not_signed: [] });
    expect(unreadable.subject.name).toBeNull();
  });

  it('carries a hash that notices every change', async () => {
    const document = await documentOf(text);
    expect(isReportIntact(document)).toBe(true);
    expect(isReportIntact({ ...document, verdict: { ...document.verdict, outcome: 'FAILED' } })).toBe(false);
    const again = JSON.parse(JSON.stringify(document)) as ReportDocument;
    expect(isReportIntact(again)).toBe(true);
  });
});

describe('the printed report', () => {
  it('has the eleven sections in order', async () => {
    const html = reportHtml(await documentOf(text));
    const titles = [...html.matchAll(/<h2 id="section-(\d+)">/g)].map(([, number]) => Number(number));
    expect(titles).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (const fact of [signer.keySet.fingerprint, 'rep_1', 'Ada', 'desk', 'Page " counter(page)'])
      expect(html).toContain(fact);
  });

  it('S25: forbids everything but its own style, by hash', async () => {
    const html = reportHtml(await documentOf(text));
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form|a)\b|style=|https?:\/\//i);
  });

  it('escapes every text of a hostile file and shows what cannot be seen', async () => {
    const document = JSON.parse(text) as Record<string, Record<string, unknown>>;
    for (const member of ['subject', 'human_summary', 'issuer']) {
      for (const name of ['name', 'description', 'product', 'claim', 'evidence_summary', 'principal']) {
        if (document[member]?.[name] !== undefined || member === 'subject')
          Object.assign(document[member] ?? {}, { [name]: HOSTILE });
      }
    }
    Object.assign(document, { [HOSTILE]: 1 });
    const verification = await verify(JSON.stringify(document), trust);
    const report = { ...verification.report, file: { ...verification.report.file, name: HOSTILE } };
    const extras = { reportId: HOSTILE, operator: HOSTILE, machine: HOSTILE, trust };
    const html = reportHtml(reportDocument({ ...verification, report }, extras));
    expect(html).toContain('&lt;/td&gt;&lt;script&gt;');
    expect(html).toContain('[U+202E]gnp.exe');
    expect(html).toContain('[U+001B][2J');
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/[\p{Bidi_Control}]/u);
    expect(html).not.toContain('\u001b');
  });

  it('fences off a summary that no signature covers, also in a verified file', async () => {
    const document = await documentOf(text);
    const fence = 'Stated by the file, not covered by the signatures.</p>';
    expect(reportHtml(document)).not.toContain(fence);
    const scope = { ...document.scope, not_signed: ['human_summary', 'artifact_id', 'issued_at'] };
    const html = reportHtml({ ...document, scope });
    const box = /<div class="fenced">[\s\S]*?<\/div>/.exec(html)?.[0] ?? '';
    expect(box).toContain(fence);
    expect(box).toContain('The example holds.');
    expect(box).not.toContain('Example subject');
  });

  it('verdict L8: says of claim and time that they are not covered where only some signatures hold', async () => {
    const broken = JSON.parse(text);
    // Of another artifact.
    broken.signatures.falcon_1024 = await signatureFor(await newArtifact(null), 'falcon_1024', signer);
    const document = await documentOf(JSON.stringify(broken));
    expect(document.verdict).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID', valid_signatures: 2 });
    expect(document.times.claimed_is_covered).toBe(false);
    expect(document.times.statement).toContain('Not every signature over this time is valid.');
    expect(document.scope.statement).toContain('nothing that is listed as signed is confirmed');
    const html = reportHtml(document);
    expect(html).not.toContain('(covered by the signatures)');
    expect(html).toContain('(not covered by valid signatures)');
    const box = /<div class="fenced">[\s\S]*?<\/div>/.exec(html)?.[0] ?? '';
    expect(box).toContain('The example holds.');
    // With a slot that is still to be signed, what was signed is covered.
    const partly = await documentOf(
      artifactText(await signed(await newArtifact(signer.keySet), signer, ['ml_dsa_87'])),
    );
    expect(partly).toMatchObject({ verdict: { code: 'PARTLY_SIGNED' }, times: { claimed_is_covered: true } });
    expect((await documentOf(text)).scope.statement).not.toContain('confirmed');
  });

  it('shows plain text unchanged', () => {
    expect(visibleText('Grüße, 世界, a b')).toBe('Grüße, 世界, a b');
    expect(visibleText('a\u200bb\u00a0c\nd')).toBe('a[U+200B]b[U+00A0]c[U+000A]d');
  });
});
