/** The report that is printed and filed for a session, a node and a log. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { verifyNode } from '@touchstone/core/agent/verify-node.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { verifyGrade } from '@touchstone/core/grade/verify.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { verifyLog } from '@touchstone/core/log/verify-log.ts';
import { verifyProof } from '@touchstone/core/privacy/verify-proof.ts';
import {
  type AgentReportDocument,
  agentReportDocument,
  isAgentReportIntact,
} from '@touchstone/core/report/agent-document.ts';
import { agentReportHtml } from '@touchstone/core/report/agent-html.ts';
import { MOST_LISTED, outlineOf, type SessionOutline } from '@touchstone/core/report/agent-outline.ts';
import { verifyStatementFile } from '@touchstone/core/statement/verify.ts';
import type { AgentFileKind } from '@touchstone/core/verdict/verification-report.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, newServiceSet, optionsFor, type Recording, record, trusting } from '../agent/bundle-fixture.ts';
import { type Draft, plainDrafts } from '../agent/fixture.ts';

const HOSTILE = '</td><script>alert(1)</script> \u202Egnp.exe & "quotes"';
const SESSIONS = path.resolve(import.meta.dirname, '../../../examples/sessions');
const VERIFIERS = {
  session: verifySession,
  node: verifyNode,
  log: verifyLog,
  proof: verifyProof,
  grade: verifyGrade,
  statement: verifyStatementFile,
} as const;

let service: GeneratedKeySet;
let trust: TrustStore;
let sealed: Recording;

async function documentOf(kind: AgentFileKind, bytes: Uint8Array, store = trust): Promise<AgentReportDocument> {
  const report = await VERIFIERS[kind](bytes, optionsFor(store));
  const outline = outlineOf(kind, bytes, report.broken?.index ?? null);
  return agentReportDocument(report, outline, { reportId: 'rep_1', operator: 'Ada', machine: 'desk', trust: store });
}

const example = (name: string): Uint8Array => readFileSync(path.join(SESSIONS, name));
const titlesOf = (html: string) => [...html.matchAll(/<h2 [^>]*>\d+\. ([^<]+)</g)].map(([, title]) => title);
function sessionOf({ stated }: AgentReportDocument): SessionOutline {
  if (stated?.kind !== 'session') throw new Error('the report states no session');
  return stated;
}

beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  sealed = await record({ service });
});

describe('agents MEDIUM 3: what no signature covers', () => {
  const ID = 'rcp_0000000000000000';

  it('a forged id of the seal is listed, and printed as stated by the file', async () => {
    const seal = sealed.bundle.seal as JsonObject;
    const receipt = { ...(seal.receipt as JsonObject), receipt_id: ID, note: 'added' };
    const document = await documentOf('session', bytesOf({ ...sealed.bundle, seal: { ...seal, receipt } }));
    expect(document.verdict.outcome).toBe('VERIFIED');
    expect(document.scope.not_signed).toEqual([
      'format',
      'exported_at',
      'session.redaction_level',
      'log.inclusion',
      ...['receipt_id', 'keyset_id', 'verification_url'].map((name) => `registration.seal.receipt.${name}`),
      ...['receipt_id', 'keyset_id', 'verification_url', 'note'].map((name) => `seal.receipt.${name}`),
    ]);
    const html = agentReportHtml(document);
    const places = html.split(ID).slice(1);
    expect(places.length).toBeGreaterThan(0);
    for (const after of places) expect(after.slice(0, 80)).toContain('stated by the file, not signed');
  });

  it('agents 9: a key is printed as its fingerprint and length, and the JSON has it whole', async () => {
    const document = await documentOf('session', bytesOf(sealed.bundle));
    const { public_key: key } = sealed.bundle.agent as { public_key: string };
    expect(JSON.stringify(document.checks)).toContain(key);
    const html = agentReportHtml(document);
    expect(html).not.toMatch(/[A-Za-z0-9+/]{200,}/);
    expect(html).toContain(`key of 1,952 bytes, SHA-256 ${sessionOf(document).agent.key_sha256}`);
  });

  it('S40: one receipt is one receipt', async () => {
    const html = agentReportHtml(await documentOf('session', bytesOf(sealed.bundle)));
    expect(html).toContain('7 receipts. Ran although forbidden: 0. Refusals and exposures: 0.');
    expect(html).not.toMatch(/\b1 receipts/);
  });
});

describe('the report on a session', () => {
  it('says who, in which scope, what was decided how often, under which keys', async () => {
    const document = await documentOf('session', bytesOf(sealed.bundle));
    expect(document.verdict).toMatchObject({
      outcome: 'VERIFIED',
      completeness: 'concluded',
      valid_signatures: 4,
      broken: null,
    });
    const outline = sessionOf(document);
    expect(outline.agent).toMatchObject({ name: 'Clerk', agent_id: 'agt_1' });
    expect(outline.scope).toMatchObject({ allowed_tools: ['svc.tool.example.read.v1'], max_value: 500 });
    expect(outline.decisions).toContainEqual({ action: 'policy:payment.execute', decision: 'allowed', count: 1 });
    expect(outline.decisions).toContainEqual({
      action: 'tool:svc.tool.example.read.v1',
      decision: 'success',
      count: 1,
    });
    expect(outline).toMatchObject({ receipts: 7, left_out: [], seal: { count: 6, keyset_id: 'ks_service' } });
    expect(document.signers.key_sets).toMatchObject([
      { fingerprint: service.keySet.fingerprint, held: 'pinned', accepted_by: 'test' },
    ]);
  });

  it('says of an open session that completeness is not concluded, and what else is not proven', async () => {
    const open = await record({ service, isEnded: false, isSealed: false });
    const document = await documentOf('session', bytesOf(open.bundle));
    expect(document.verdict).toMatchObject({ outcome: 'PENDING', code: 'NOT_SEALED', completeness: 'not concluded' });
    expect(document.not_proven.map(({ what }) => what).join(' ')).toMatch(/nodes could be missing/);
    const html = agentReportHtml(document);
    expect(html).toContain('Not concluded: recorded receipts could be missing');
    expect(html).toContain('Not confirmed: the outcome is Inconclusive.');
  });

  it('names the ledgers simulated, sealed or not, and trusts no key set by itself', async () => {
    const document = await documentOf('session', bytesOf(sealed.bundle), EMPTY_TRUST_STORE);
    expect(document.verdict).toMatchObject({ code: 'SIGNER_NOT_TRUSTED', completeness: 'not concluded' });
    expect(document.signers.key_sets).toEqual([]);
    expect(document.not_proven.some(({ why }) => why.includes('simulated'))).toBe(true);
  });

  it('names the first receipt that does not hold, with what was expected and found', async () => {
    const nodes = [...(sealed.bundle.nodes as readonly JsonObject[])];
    nodes.splice(3, 1);
    const document = await documentOf('session', bytesOf({ ...sealed.bundle, nodes }));
    const { broken } = document.verdict;
    expect(document.verdict).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN', broken: { index: 3 } });
    const html = agentReportHtml(document);
    expect(html).toContain('Not confirmed: the outcome is Failed.');
    for (const shown of [broken?.id, broken?.expected, broken?.found]) expect(html).toContain(shown ?? 'nothing');
  });

  it('lists what was refused, and leaves out the middle of a long session but says so', async () => {
    const drafts: Draft[] = plainDrafts(MOST_LISTED + 100);
    drafts[300] = { action_type: 'tool:shell', details: { status: 'denied', rule: 'session.allowed_tools' } };
    const long = await record({ service, drafts });
    const document = await documentOf('session', bytesOf(long.bundle));
    expect(document.verdict.outcome).toBe('VERIFIED');
    const outline = sessionOf(document);
    const total = MOST_LISTED + 102;
    expect(outline.receipts).toBe(total);
    expect(outline.listed).toHaveLength(MOST_LISTED);
    expect(outline.left_out).toEqual([{ from: MOST_LISTED / 2 + 1, to: total - MOST_LISTED / 2 }]);
    expect(outline.refused).toMatchObject({ total: 1, first: [{ position: 301, rule: 'session.allowed_tools' }] });
    expect(outline.decisions.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(agentReportHtml(document)).toContain('Receipts 251 to 352 are left out here (102)');
  });

  it('around a break in the middle of a long session shows the receipts', async () => {
    const long = await record({ service, count: MOST_LISTED + 100 });
    const nodes = [...(long.bundle.nodes as readonly JsonObject[])];
    nodes.splice(300, 1);
    const document = await documentOf('session', bytesOf({ ...long.bundle, nodes }));
    expect(document.verdict.broken?.index).toBe(300);
    const outline = sessionOf(document);
    expect(outline.listed.map(({ position }) => position)).toContain(301);
    expect(outline.left_out).toHaveLength(2);
  });

  it('cuts long texts and lists, and says so', async () => {
    const drafts = plainDrafts(3);
    drafts[2] = { action_type: 'note', action_summary: `${'a'.repeat(299)}\u{1F600}${'b'.repeat(100)}` };
    const long = await record({ service, drafts });
    const tools = Array.from({ length: 130 }, (_, at) => `tool-${at}`);
    const session = { ...(long.bundle.session as JsonObject) };
    const scope = { ...(session.scope as JsonObject), allowed_tools: tools };
    const outline = sessionOf(await documentOf('session', bytesOf({ ...long.bundle, session: { ...session, scope } })));
    expect(outline.listed[2]?.summary).toMatch(/\uFFFD… \(401 characters\)$/);
    expect(outline.scope.allowed_tools?.at(-1)).toBe('and 30 more');
  });

  it('of a file that cannot be read states nothing', async () => {
    const document = await documentOf('session', example('cut-file.pqs.json'));
    expect(document).toMatchObject({ stated: null, not_proven: [], verdict: { outcome: 'INPUT_ERROR' } });
    expect(titlesOf(agentReportHtml(document))).not.toContain('Agent and session');
  });
});

describe('the report on a node and on a log', () => {
  it('says what they state', async () => {
    const node = await documentOf('node', example('verified.pqnode.json'));
    expect(node.stated).toMatchObject({ kind: 'node', seal: { count: expect.any(Number) } });
    expect(titlesOf(agentReportHtml(node))).toContain('Receipt');
    const log = await documentOf('log', example('not-consistent.pqlog.json'));
    expect(log.verdict).toMatchObject({ outcome: 'FAILED', code: 'LOG_MISMATCH' });
    expect(titlesOf(agentReportHtml(log))).toContain('Log');
    expect(agentReportHtml(log)).toMatch(/head \d/);
  });
});

describe('every report', () => {
  it('has the outcome before anything else, and numbered sections', async () => {
    const html = agentReportHtml(await documentOf('session', bytesOf(sealed.bundle)));
    expect(html).toMatch(/<strong>Verified<\/strong>[\s\S]*<section/);
    expect(titlesOf(html)).toEqual([
      'About this report',
      'File',
      'Outcome',
      'Agent and session',
      'Scope',
      'Actions and decisions',
      'Seal and log',
      'Not proven',
      'Signers',
      'Times',
      'Checks',
      'Receipts',
      'What is signed and what is not',
      'Policy',
      'Glossary',
      'Repeat this verification',
      'Integrity of this report',
    ]);
  });

  it('S25: forbids everything but its own style, by hash', async () => {
    const html = agentReportHtml(await documentOf('session', bytesOf(sealed.bundle)));
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form|a)\b|style=|https?:\/\//i);
  });

  it('escapes every text of a hostile file and shows what cannot be seen', async () => {
    const drafts = plainDrafts(3);
    drafts[1] = { action_type: HOSTILE, action_summary: HOSTILE, details: { status: 'denied', rule: HOSTILE } };
    const { bundle } = await record({ service, drafts });
    const session = { ...(bundle.session as JsonObject) };
    const scope = { ...(session.scope as JsonObject), jurisdiction: HOSTILE, allowed_tools: [HOSTILE] };
    const bytes = bytesOf({ ...bundle, session: { ...session, scope }, exported_at: '2026-11-20T21:00:00.000Z' });
    const document = await documentOf('session', bytes);
    expect(document.verdict.outcome).toBe('FAILED');
    const html = agentReportHtml({
      ...document,
      subject: { ...document.subject, file_name: HOSTILE },
      identity: { ...document.identity, machine: HOSTILE },
    });
    expect(html).toContain('&lt;/td&gt;&lt;script&gt;');
    expect(html).toContain('[U+202E]gnp.exe');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('\u202E');
  });

  it('carries a hash that notices every change', async () => {
    const document = await documentOf('session', bytesOf(sealed.bundle));
    expect(isAgentReportIntact(document)).toBe(true);
    expect(isAgentReportIntact(JSON.parse(JSON.stringify(document)))).toBe(true);
    expect(isAgentReportIntact({ ...document, verdict: { ...document.verdict, outcome: 'FAILED' } })).toBe(false);
  });
});
