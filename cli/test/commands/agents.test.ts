/** `touchstone agents` against a running service. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { agents as command } from '../../src/commands/agents.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { type AgentsService, openAgentsService, PQ_VERIFY, runCommand, TOUCHSTONE } from '../agents-service.ts';
import { documentIn } from '../documents.ts';
import { otlp, SPANS, span, TRACE_ID } from '../otel/trace.ts';

let service: AgentsService;
let traceFile: string;
beforeAll(async () => {
  service = await openAgentsService();
  traceFile = path.join(service.folder, 'trace.json');
  writeFileSync(traceFile, JSON.stringify(otlp()));
});
afterAll(() => service.close());
afterEach(() => vi.unstubAllEnvs());

const agents = (...args: readonly string[]) => runCommand(TOUCHSTONE, ['agents', ...args], service.env);

async function imported(file: string, ...options: readonly string[]) {
  const { status, stdout, stderr } = await agents('import-otel', '--json', ...options, file);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return documentIn('commands/agents-import-otel', stdout).sessions;
}

describe('import-otel', () => {
  test('makes a sealed session for the trace, marked imported, with hashes only', async () => {
    const [session, ...more] = await imported(traceFile);
    expect(more).toEqual([]);
    expect(session).toMatchObject({ trace_id: TRACE_ID, acts: 4, left_out: 2 });
    const params = { id: session.session_id };
    expect(await service.client.sessions.read({ params })).toMatchObject({ state: 'ended', root: session.root });
    const { items } = await service.client.sessions.nodes({ params, query: { limit: 100 } });
    expect(items.map(({ action_type, details }) => [action_type, details.imported?.span_id])).toEqual([
      ['session.start', undefined],
      ['gen_ai.invoke_agent', 'aaaaaaaaaaaaaa02'],
      ['gen_ai.chat', 'aaaaaaaaaaaaaa03'],
      ['tool:read_ledger', 'aaaaaaaaaaaaaa04'],
      ['tool:send_mail', 'aaaaaaaaaaaaaa05'],
      ['session.end', undefined],
    ]);
    expect(items[0]?.details.imported).toMatchObject({ source: 'otel', trace_id: TRACE_ID });
    const mail = items[4];
    expect(mail?.details).toMatchObject({
      status: 'timeout',
      imported: { started_at: '2026-09-10T00:26:40.300Z', ended_at: '2026-09-10T00:26:40.340Z' },
      metadata: { parent_span_id: 'aaaaaaaaaaaaaa03' },
    });
    expect(Date.parse(mail?.timestamp ?? '')).toBeGreaterThan(Date.parse('2026-09-11'));
    expect(JSON.stringify(items)).not.toMatch(/secret|ada@example/);
  });

  test('says that nobody watched what it imports', async () => {
    const words = 'imported: recorded afterwards from a trace, not attested while it ran.';
    const { status, stdout } = await agents('import-otel', traceFile);
    expect([status, stdout]).toEqual([0, expect.stringContaining(words)]);
    expect(stdout).not.toContain('attested,');
  });

  test('of the same file again answers the same session and records nothing', async () => {
    const [first] = await imported(traceFile);
    const lines = path.join(service.folder, 'lines.json');
    writeFileSync(lines, `${SPANS.map((one) => JSON.stringify(otlp([one]))).join('\n')}\n`);
    expect(await imported(lines)).toEqual([first]);
    expect(await imported(traceFile, '--agent', 'Somebody else')).not.toEqual([first]);
  });

  test('makes a session for each trace, and finds the agent again by its name', async () => {
    const file = path.join(service.folder, 'two.json');
    const chat = span({ id: 'bbbbbbbbbbbbbb01', name: 'chat', at: 0, attributes: { 'gen_ai.operation.name': 'chat' } });
    const other = { ...chat, traceId: 'c'.repeat(32), startTimeUnixNano: '1' };
    writeFileSync(file, JSON.stringify(otlp([chat, other])));
    const [earlier, later] = await imported(file, '--agent', 'Invoice clerk');
    expect([earlier.trace_id, later.trace_id]).toEqual(['c'.repeat(32), TRACE_ID]);
    expect(earlier.agent_id).toBe(later.agent_id);
    expect((await imported(traceFile))[0].agent_id).toBe(later.agent_id);
  });

  test('of a file that is none says what is wrong, and where', async () => {
    const file = path.join(service.folder, 'broken.json');
    writeFileSync(file, JSON.stringify(otlp([{ ...SPANS[0], traceId: 'x' }])));
    expect(await agents('import-otel', file)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('resourceSpans[0].scopeSpans[0].spans[0].traceId'),
    });
    writeFileSync(file, JSON.stringify(otlp([span({ id: 'bbbbbbbbbbbbbb01', name: 'GET /', at: 0 })])));
    expect(await agents('import-otel', file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('gen_ai.operation.name'),
    });
  });
});

describe('list, show and export', () => {
  test('name the sessions, their receipts, and write a bundle that verifies', async () => {
    const [session] = await imported(traceFile);
    const id = session.session_id;
    const list = await agents('list');
    expect(list).toMatchObject({ status: 0, stderr: '' });
    expect(list.stdout).toContain(`${id}  ended`);
    const listed = documentIn('commands/agents-list', (await agents('list', '--json', '--limit', '1')).stdout);
    expect(listed.items).toHaveLength(1);
    const { stdout } = await agents('show', id);
    expect(stdout).toContain(`sealed, root ${session.root}`);
    expect(stdout).toMatch(/tool:send_mail {2}timeout/);
    const shown = documentIn('commands/agents-show', (await agents('show', '--json', id)).stdout);
    expect(shown.nodes).toHaveLength(6);
    const out = path.join(service.folder, 'session.pqs.json');
    expect(await agents('export', '--out', out, id)).toMatchObject({ status: 0 });
    expect(await agents('export', '--out', out, id)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('exists'),
    });
    const verify = (file: string) =>
      runCommand(PQ_VERIFY, ['session', '--file', file, '--keys', service.keysFile], service.env);
    const sound = await verify(out);
    expect(sound.stdout).toContain('Verified');
    const words = 'recorded afterwards from a trace, not attested while it ran';
    expect(sound.stdout).toContain(`no recorded node is missing. Imported: ${words}.`);
    expect(sound.stdout).toMatch(new RegExp(`^Imported: +5 of 6 nodes: ${words}$`, 'm'));
    expect([list.stdout, stdout]).toEqual([
      expect.stringMatching(/ {2}imported$/m),
      expect.stringContaining(`  imported: ${words}`),
    ]);
    expect(sound.status).toBe(0);
    const bundle = readFileSync(out, 'utf8');
    writeFileSync(
      out,
      bundle.replace('execute_tool send_mail', 'execute_tool send_nail').replace('tool:send_mail', 'tool:send_nail'),
    );
    expect(await verify(out)).toMatchObject({ status: 1, stdout: expect.stringContaining('Failed') });
  });

  test('write the heads of the log with the proofs between them, which verify', async () => {
    const out = path.join(service.folder, 'log.pqlog.json');
    // A head now, and a longer log after it.
    expect(await agents('export-log', '--out', out, '--limit', '1')).toMatchObject({ status: 0 });
    await imported(traceFile, '--agent', 'Somebody for the log');
    const longer = path.join(service.folder, 'longer.pqlog.json');
    expect(await agents('export-log', '--out', longer)).toMatchObject({ status: 0 });
    const { heads, consistency } = JSON.parse(readFileSync(longer, 'utf8'));
    expect(heads).toContainEqual(JSON.parse(readFileSync(out, 'utf8')).heads[0]);
    expect(consistency.length).toBeGreaterThan(0);
    const verify = (file: string) =>
      runCommand(PQ_VERIFY, ['log', '--file', file, '--keys', service.keysFile], service.env);
    expect(await verify(out)).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified') });
    expect(await verify(longer)).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified') });
    writeFileSync(longer, JSON.stringify({ ...JSON.parse(readFileSync(longer, 'utf8')), consistency: [] }));
    expect(await verify(longer)).toMatchObject({ status: 1, stdout: expect.stringContaining('Failed') });
  });

  test.each([
    [['nonsense'], 'Unknown command'],
    [['show'], 'needs one argument'],
    [['list', 'x'], 'takes no argument'],
    [['list', '--out', 'x'], 'does not take --out'],
    [['list', '--limit', '0'], '--limit'],
    [['export', 'ags_1'], '--out is required'],
    [['import-otel', '--agent-id', 'a', '--agent', 'b', 'x'], 'no such file'],
  ])('%j is a wrong command line', async (args, message) => {
    vi.stubEnv('TOUCHSTONE_API_KEY', service.apiKey);
    const refused = command(args, { root: '', now: Date.now });
    await expect(refused).rejects.toThrow(Refusal);
    await expect(refused).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });

  test('an unknown session, a wrong key and an absent service are told apart', async () => {
    expect(await agents('show', 'ags_none')).toMatchObject({ status: 1, stderr: expect.stringContaining('NOT_FOUND') });
    expect(await agents('list', '--api-key', 'svc_live_x')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('INVALID_KEY'),
    });
    expect(await agents('list', '--url', 'http://127.0.0.1:9')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'Is Touchstone running at http://127.0.0.1:9? `npx touchstone serve --port 9` starts the service.',
      ),
    });
    expect(await agents('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('import-otel') });
  });
});
