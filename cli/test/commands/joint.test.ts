/** `touchstone joint` against a running service: an input goes to the parties in shares and stands nowhere else. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createClient } from '@touchstone/core/api/client.ts';
import { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { joint as command } from '../../src/commands/joint.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { type AgentsService, openAgentsService, PQ_VERIFY, runCommand, TOUCHSTONE } from '../agents-service.ts';
import { documentIn } from '../documents.ts';

let service: AgentsService;
let client: ReturnType<typeof clientOf>;
let printed = '';
beforeAll(async () => {
  service = await openAgentsService('fhe');
  client = clientOf(service);
});
afterAll(() => service.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.stubEnv('TOUCHSTONE_URL', service.url);
  vi.stubEnv('TOUCHSTONE_API_KEY', service.apiKey);
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
});

/** The service checks inputs by its own clock, and so does the command. */
function run(...args: readonly string[]): Promise<number> {
  return command(args, { root: '', now: Date.now });
}

/** The service as it is, but for what `change` makes of its answers about a session. */
function withAnswers(change: (answer: Record<string, unknown>) => unknown): void {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await real(...given);
    if (!String(given[0]).includes('/v1/mpc/')) return answer;
    const changed = change(JSON.parse(await answer.text()));
    return new Response(typeof changed === 'string' ? changed : JSON.stringify(changed), answer);
  });
}

function clientOf({ url, apiKey }: AgentsService) {
  return createClient({ crypto: { mpc } }, { baseUrl: url, token: apiKey, fetch, timeoutMs: 120_000 }).crypto.mpc;
}

function file(name: string, text: string): string {
  const place = path.join(service.folder, name);
  writeFileSync(place, text);
  return place;
}

async function joint(...args: readonly string[]): Promise<string> {
  printed = '';
  expect(await run(...args)).toBe(0);
  return printed;
}

/** The message of a refusal; throws what is none. */
async function refusal(...args: readonly string[]): Promise<readonly [exitCode: number, message: string]> {
  const thrown = await run(...args).catch((error: unknown) => error);
  if (!(thrown instanceof Refusal)) throw new Error(`not refused: ${thrown}`);
  return [thrown.exitCode, thrown.message];
}

const open = (more: { participants: number; threshold: number; participant_tokens?: boolean }) =>
  client.init({ body: { computation: 'average', ...more } });

test('inputs from a file and from standard input go in, and the transcript lists what was printed', async () => {
  const { session_id } = await open({ participants: 3, threshold: 2 });
  const shown = await joint('show', session_id);
  expect(shown).toMatch(/^Computes: +average of whole numbers from -2147483648 to 2147483648$/m);
  expect(shown).toMatch(/^Participants: p1, p2, p3; at least 2 of them contribute$/m);
  expect(shown).toMatch(/^State: +collecting, 0 of 2 needed inputs are in$/m);
  expect(shown).toContain('The operator of the server runs all three');

  const first = await joint('contribute', '--as', 'p1', '--input', file('input', ' -73310241\n'), session_id);
  expect(first).toMatch(/^Sends: +three shares for p1, each sealed to the ML-KEM-1024 key of one computing party$/m);
  expect(first).toMatch(/^Inputs: +1 are in, 2 are needed$/m);
  const [, hash] = /4855 bytes, SHA3-256 ([0-9a-f]{64})$/m.exec(first) ?? [];
  const args = ['joint', 'contribute', '--as', 'p3', '--json', session_id];
  const piped = await runCommand(TOUCHSTONE, args, service.env, '73310251\n');
  expect({ status: piped.status, stderr: piped.stderr }).toEqual({ status: 0, stderr: '' });
  const third = documentIn('commands/joint-contribute', piped.stdout);
  expect(third).toMatchObject({ session_id, participant_id: 'p3', bytes: 4_855, contributions: 2, needed: 2 });
  expect(first + piped.stdout).not.toMatch(/7331/);
  expect(await refusal('show', '--out', path.join(service.folder, 'none'), session_id)).toEqual([
    1,
    'This session is not computed yet: no transcript.',
  ]);

  await client.compute({ params: { session_id } });
  const out = path.join(service.folder, 'average.pqst.json');
  expect(await joint('show', '--out', out, session_id)).toMatch(/^Result: +5$/m);
  expect(printed).not.toContain('as the service states it');
  expect(await joint('show', session_id)).toMatch(/^Result: +5\n +as the service states it/m);
  const { contributions } = JSON.parse(readFileSync(out, 'utf8')).body;
  expect(contributions).toMatchObject([
    { participant: 'p1', sha3_256: hash },
    { participant: 'p3', sha3_256: third.sha3_256 },
  ]);
  const verified = await runCommand(PQ_VERIFY, ['statement', '--keys', service.keysFile, out], service.env);
  expect(verified).toMatchObject({ status: 0 });
  const computed = documentIn('commands/joint-show', await joint('show', '--json', session_id));
  expect(computed).toMatchObject({ state: 'computed', result: 5 });
  const input = file('late', '1');
  expect(await refusal('contribute', '--as', 'p2', '--input', input, session_id)).toEqual([
    1,
    'This session is computed: nobody contributes any more.',
  ]);
});

test('a wrong participant, an input that is none and one that came before are refused by name, and never repeated', async () => {
  const { session_id } = await open({ participants: 2, threshold: 2 });
  const contribute = (as: string, input: string, ...more: readonly string[]) =>
    refusal('contribute', '--as', as, '--input', input, ...more, session_id);
  const seven = file('seven', '7');
  expect(await contribute('p3', seven)).toEqual([
    2,
    '--as: this session has no participant p3. Its participants are p1, p2.',
  ]);
  for (const text of ['', '8842.5', '8842 1', 'eight8842', '2147483649', '-2147483649', '0x8842', '99999999999']) {
    const name = file('wrong', text);
    const [code, message] = await contribute('p1', name);
    expect([code, message]).toEqual([
      2,
      `--input: ${name} must hold one whole number from -2147483648 to 2147483648, in digits, and nothing else.`,
    ]);
  }
  expect((await contribute('p1', path.join(service.folder, 'missing')))[1]).toContain('there is no such file');
  expect(await contribute('p1', seven, '--token-file', seven)).toEqual([
    2,
    '--token-file: this session was opened without tokens.',
  ]);
  await joint('contribute', '--as', 'p1', '--input', seven, session_id);
  expect(await contribute('p1', seven)).toEqual([1, '--as: p1 has contributed already.']);
  expect(await refusal('contribute', '--input', seven, session_id)).toEqual([2, '--as is required.']);
  expect((await refusal('show', '--as', 'p1', session_id))[1]).toBe('show does not take --as.');
  expect((await refusal('show', 'nothing'))[1]).toMatch(/^The service answered 400 .*UUID/);
  expect((await refusal('show'))[1]).toBe('show needs one argument: SESSION.');
});

test('12.37: a session with tokens takes the token of the participant, from a file or the environment', async () => {
  const opened = await open({ participants: 2, threshold: 2, participant_tokens: true });
  const { session_id, participant_tokens: tokens = {} } = opened;
  const input = file('input', '12');
  const contribute = ['contribute', '--input', input, '--as'];
  expect((await refusal(...contribute, 'p1', session_id))[1]).toMatch(/^--token-file is required: /);
  const other = file('other-token', `${tokens.p2}\n`);
  const [code, message] = await refusal(...contribute, 'p1', '--token-file', other, session_id);
  expect([code, message]).toEqual([1, expect.stringContaining('INVALID_SCOPE')]);
  expect(message).not.toContain(tokens.p2);
  const own = file('own-token', `${tokens.p1}\n`);
  expect(await joint(...contribute, 'p1', '--token-file', own, session_id)).toMatch(/^Inputs: +1 are in/m);
  vi.stubEnv('TOUCHSTONE_PARTICIPANT_TOKEN', tokens.p2 ?? '');
  expect(await joint(...contribute, 'p2', session_id)).not.toContain('mpt_');
  expect((await client.get({ params: { session_id } })).state).toBe('ready');
});

test('what a service answers is escaped, and refused by the name of the member that is no such value', async () => {
  const { session_id } = await open({ participants: 2, threshold: 2 });
  const input = file('input', '12');
  const shown = async (change: (answer: Record<string, unknown>) => unknown) => {
    withAnswers(change);
    const refused = await refusal('show', session_id);
    vi.unstubAllGlobals();
    return refused;
  };
  const fault = (member: string) => [
    1,
    `The service answered something else than a session: ${member} is missing or no such value.`,
  ];
  const contradicts = (member: string) => [
    1,
    `The answer of the service contradicts itself or the session's description: ${member}.`,
  ];
  for (const [member, value] of [
    ['state', '\u001b]0;title\u0007'],
    ['result', '\u001b[31m'],
    ['contributed', 'x'],
    ['contributed', null],
    ['contributions', undefined],
    ['trust_model', undefined],
    ['proof', 5],
  ] as const) {
    expect(await shown((answer) => ({ ...answer, [member]: value })), member).toEqual(fault(member));
  }
  // Each of them is such a value, but not of this session, or not beside the others.
  for (const [member, value] of [
    ['needed', 3],
    ['contributions', 77],
    ['contributions', 1],
    ['contributed', ['p3']],
    ['contributed', ['p1', 'p1']],
    ['state', 'ready'],
    ['state', 'computed'],
    ['result', 12],
    ['proof', 'AAAA'],
  ] as const) {
    expect(await shown((answer) => ({ ...answer, [member]: value })), member).toEqual(contradicts(member));
  }
  for (const body of ['null', '5', '[]']) expect(await shown(() => body), body).toEqual(fault('state'));
  const full = { contributions: 2, contributed: ['p1', 'p2'] };
  expect(await shown((answer) => ({ ...answer, ...full }))).toEqual(contradicts('state'));
  const computed = { ...full, state: 'computed' };
  expect(await shown((answer) => ({ ...answer, ...computed }))).toEqual(contradicts('result'));
  expect(await shown((answer) => ({ ...answer, ...computed, result: 12.5 }))).toEqual(contradicts('proof'));
  // What no average of two such inputs is.
  for (const result of [2 ** 31 + 1, -1e300, 0.25]) {
    expect(await shown((answer) => ({ ...answer, ...computed, result, proof: 'AAAA' }))).toEqual(contradicts('result'));
  }
  expect(await shown(() => '{"state":')).toEqual([1, expect.stringContaining('something that is no JSON')]);
  // What went wrong is said as what it is, not as a service that cannot be reached.
  for (const [body, message] of [
    ['{"state":"ready","st\\u0061te":"computed"}', /^The service answered 200: .* "state" appears twice/],
    [' '.repeat(2 ** 20 + 1), /^The service answered 200: .* longer than 1048576 bytes/],
  ] as const) {
    expect(await shown(() => body)).toEqual([1, expect.stringMatching(message)]);
  }
  const elsewhere = createServer((_, answer) => answer.writeHead(302, { location: service.url }).end());
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const redirected = await refusal('show', '--url', `http://127.0.0.1:${port}`, session_id);
  elsewhere.close();
  expect(redirected).toEqual([1, 'The service answered 302, a redirect, which is not followed.']);

  withAnswers((answer) => ({ ...answer, trust_model: '\u001b[31m\u202e', more: 1 }));
  for (const json of [[], ['--json']]) {
    await joint('show', ...json, session_id);
    for (const hidden of ['\u001b', '\u202e']) expect(printed).not.toContain(hidden);
  }
  expect(JSON.parse(printed).trust_model).toBe('\u001b[31m\u202e');
  vi.unstubAllGlobals();
  for (const [change, message] of [
    [
      (keys: Description) => ({ ...keys, party_keys: [0, 0, 0].map((at) => keys.party_keys[at]) }),
      /no description of this session: public_params\.party_keys: One stands twice/,
    ],
    [(keys: Description) => ({ ...keys, session_id: 'x' }), /public_params\.session_id: It is another session/],
    [(keys: Description) => ({ ...keys, expires_at: '2020-01-01T00:00:00.000Z' }), /was open until 2020-01-01/],
  ] as const) {
    withAnswers((answer) => {
      const text = JSON.stringify(change(JSON.parse(atob(String(answer.public_params)))));
      return { ...answer, public_params: btoa(text) };
    });
    const [code, said] = await refusal('contribute', '--as', 'p1', '--input', input, session_id);
    expect([code, said]).toEqual([1, expect.stringMatching(message)]);
    vi.unstubAllGlobals();
  }
});

test('whatever is answered to the shares, or nothing: their hash is said, and that they may have gone in', async () => {
  const { session_id } = await open({ participants: 2, threshold: 2 });
  const contribute = ['--as', 'p1', '--input', file('input', '12'), session_id];
  const real = globalThis.fetch;
  const lost = () => Promise.reject(new TypeError('fetch failed'));
  const json = (value: unknown, status = 200) =>
    Promise.resolve(new Response(JSON.stringify(value), { status, headers: { location: service.url } }));
  for (const [answer, message] of [
    [lost, /^The server could not be reached/],
    [() => json({}), /that it took the input: accepted is missing/],
    [() => json({ accepted: 'yes', contributions: 1, needed: 2 }), /that it took the input: accepted is missing/],
    [() => json({ accepted: false, contributions: 1, needed: 2 }), /^The service did not take the input\.$/],
    [
      () => json({ accepted: true, contributions: 99, needed: 2 }),
      /contradicts the session's description: contributions/,
    ],
    [() => json({ accepted: true, contributions: 1, needed: 7 }), /contradicts the session's description: needed/],
    [() => json({}, 307), /^The service answered 307, a redirect/],
    [() => json({ error: 'CONFLICT', message: 'no' }, 409), /^The service answered 409/],
  ] as const) {
    const shares: string[] = [];
    vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
      if (!String(given[0]).endsWith('/contribute')) return real(...given);
      shares.push(JSON.parse(String(given[1]?.body)).encrypted_share);
      return answer();
    });
    for (const more of [[], ['--json']]) {
      printed = '';
      const thrown = await run('contribute', ...more, ...contribute).catch((error: unknown) => error);
      if (!(thrown instanceof Refusal)) throw new Error(`not refused: ${thrown}`);
      const hash = createHash('sha3-256')
        .update(fromBase64(shares.at(-1) ?? '') ?? '')
        .digest('hex');
      expect([thrown.exitCode, thrown.message]).toEqual([1, expect.stringMatching(message)]);
      const lines = thrown.choices.join('\n');
      expect(lines).toMatch(/were sent and may have gone in/);
      for (const said of [hash, `touchstone joint show ${session_id}`]) expect(lines).toContain(said);
      if (more.length === 0) expect(printed).toContain(`4855 bytes, SHA3-256 ${hash}`);
      else {
        const document = documentIn('commands/joint-unconfirmed', printed);
        expect(document).toMatchObject({ session_id, sha3_256: hash, error: { code: 'UNCONFIRMED' } });
      }
    }
    vi.unstubAllGlobals();
  }
  // What is computed and with whom was shown before the number was read.
  printed = '';
  const wrong = contribute.with(3, file('wrong', 'x'));
  expect((await refusal('contribute', ...wrong))[0]).toBe(2);
  expect(printed).toMatch(
    /^Computes: .*\nParticipants: p1, p2;[\s\S]*Session hash: [\s\S]*The operator of the server runs all three/,
  );
  printed = '';
  expect((await refusal('contribute', '--json', ...wrong))[0]).toBe(2);
  expect(printed).toBe('');
});

interface Description {
  readonly party_keys: readonly string[];
}

test('a transcript is written only where the service signed it for this session and this result', async () => {
  const { session_id } = await open({ participants: 2, threshold: 2 });
  const other = await open({ participants: 2, threshold: 2 });
  for (const id of [session_id, other.session_id]) {
    for (const as of ['p1', 'p2']) await joint('contribute', '--as', as, '--input', file('input', '12'), id);
    await client.compute({ params: { session_id: id } });
  }
  const { proof: strange = '' } = await client.get({ params: { session_id: other.session_id } });
  const out = path.join(service.folder, 'transcript.pqst.json');
  const refused = async (change: (answer: Record<string, unknown>) => unknown) => {
    withAnswers(change);
    const [code, message] = await refusal('show', '--out', out, session_id);
    vi.unstubAllGlobals();
    expect([code, existsSync(out)]).toEqual([1, false]);
    return message;
  };
  for (const proof of [btoa('{"x":1}'), '']) {
    expect(await refused((answer) => ({ ...answer, proof }))).toMatch(/^The transcript was not written: it is not one/);
  }
  const flipped = (answer: Record<string, unknown>) =>
    btoa(
      atob(String(answer.proof)).replace(
        /"sha3_256":"./,
        (start) => `${start.slice(0, -1)}${start.endsWith('0') ? 1 : 0}`,
      ),
    );
  expect(await refused((answer) => ({ ...answer, proof: flipped(answer) }))).toMatch(/it is not one/);
  expect(await refused((answer) => ({ ...answer, proof: strange }))).toMatch(/it is not of this session/);
  expect(await refused((answer) => ({ ...answer, result: 12.5 }))).toMatch(/it states another result/);
  const reordered = { contributed: ['p2', 'p1'] };
  expect(await refused((answer) => ({ ...answer, ...reordered }))).toMatch(/it lists other participants/);
  expect(await joint('show', '--out', out, session_id)).toContain('of this session and this result');
  expect(existsSync(out)).toBe(true);
});
