/** A grade that is sent to a service which is none, or which answers something else. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GradeFile } from '@touchstone/core/grade/record.ts';
import { afterEach, expect, it } from 'vitest';
import { submitGrade } from '../../src/grade/submit.ts';
import { Refusal } from '../../src/terminal/refusal.ts';

const FILE: GradeFile = {
  format: 'svc-code-grade/v1',
  score: 52,
  grade: 'D',
  dimensions: {
    code_quality: 52,
    security_posture: 52,
    architecture: 52,
    performance: 52,
    compliance: 52,
    maintenance_risk: 52,
  },
  rules_version: 'svc-grade-rules/v2',
  project: 'sample',
  date: '2026-11-24T12:00:00.000Z',
  file_root: '0'.repeat(64),
  files: 1,
  losses_hash: '0'.repeat(64),
  value_commitment: '0'.repeat(64),
  commitment_salt: '0'.repeat(40),
  proof: 'stark:AA==',
  signature: '3key:AA==:AA==:AA==',
  losses: [{ rule: 'no-linter', points: 5, found: 1, places: [{ path: '.', reason: 'a place that stays here' }] }],
};
const ID = `grd_${'0'.repeat(16)}`;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function submitTo(listener: RequestListener): Promise<string> {
  const opened = createServer(listener);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const { port } = opened.address() as AddressInfo;
  return submitGrade(FILE, { url: `http://127.0.0.1:${port}`, apiKey: 'svc_live_x' });
}

/** A service that answers what it was sent, with these changes. */
const answering =
  (change: object): RequestListener =>
  (request, answer) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const sent = Buffer.concat(pieces).toString();
      expect(sent).not.toContain('a place that stays here');
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ grade_id: ID, ...JSON.parse(sent), self_reported: true, ...change }));
    });
  };

it('is known by the id of the record that states it', async () => {
  expect(await submitTo(answering({}))).toBe(ID);
});

it.each([
  ['another score', { score: 100 }],
  ['another letter', { grade: 'A+' }],
  ['other dimensions', { dimensions: {} }],
  ['scores that are not self-reported', { self_reported: false }],
  ['an id of another form', { grade_id: '\u001b[2J' }],
  ['no id', { grade_id: undefined }],
])('refuses a record with %s', async (_, change) => {
  await expect(submitTo(answering(change))).rejects.toThrow('does not state the grade that was sent');
});

it.each([
  ['an empty object', '{}'],
  ['null', 'null'],
  ['a page', '<!doctype html>'],
  ['nothing', ''],
])('refuses %s', async (_, text) => {
  await expect(submitTo((_request, answer) => void answer.end(text))).rejects.toBeInstanceOf(Refusal);
});

it('reads no more than a record can have', async () => {
  let written = 0;
  const endless: RequestListener = (_request, answer) => {
    const piece = Buffer.alloc(65_536, 0x20);
    const more = () => {
      while (!answer.destroyed && answer.write(piece)) written += piece.length;
    };
    answer.on('drain', more);
    more();
  };
  await expect(submitTo(endless)).rejects.toBeInstanceOf(Refusal);
  expect(written).toBeLessThan(16 * 1024 * 1024);
});
