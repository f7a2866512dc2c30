/** Calls between windows, with the camera and the microphone that Chromium makes up. */
import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site, type Visit } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { choose, clientOf, eventually, more, saved } from './admin-steps.ts';

const NAMES = ['ada', 'grace', 'eve'];

/** Keeps the connections of a window where the test finds them. */
async function keepConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    Reflect.set(globalThis, 'connections', made);
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        made.push(this);
      }
    };
  });
}

/** A window whose worker never gets a key: everything else of it is as in the others. */
async function withoutKeys(page: Page): Promise<void> {
  await keepConnections(page);
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      const isKey = typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'learn';
      if (!isKey) Reflect.apply(post, this, [message, ...rest]);
    };
  });
}

interface Flow {
  readonly bytes: number;
  readonly pictures: number;
  /** Samples of sound that came and were not made up by the receiver. */
  readonly sound: number;
  readonly ways: readonly string[];
}

/** What has come over the connections of a window, and by what kind of candidates. */
function flowOf(page: Page): Promise<Flow> {
  return page.evaluate(async () => {
    const flow = { bytes: 0, pictures: 0, sound: 0, ways: [] as string[] };
    for (const connection of Reflect.get(globalThis, 'connections') as RTCPeerConnection[]) {
      if (connection.connectionState === 'closed') continue;
      const reports = [...(await connection.getStats()).values()] as Record<string, unknown>[];
      for (const report of reports) {
        if (report.type === 'inbound-rtp') {
          flow.bytes += Number(report.bytesReceived ?? 0);
          flow.pictures += Number(report.framesDecoded ?? 0);
          flow.sound += Number(report.totalSamplesReceived ?? 0) - Number(report.concealedSamples ?? 0);
        }
        // The pair that carries the media; its own state is another one while it is tried again.
        if (report.type === 'transport' && report.selectedCandidatePairId !== undefined) {
          const pair = reports.find(({ id }) => id === report.selectedCandidatePairId);
          const way = reports.find(({ id }) => id === pair?.localCandidateId);
          flow.ways.push(String(way?.candidateType));
        }
      }
    }
    return flow;
  });
}

/** Pictures of a participant that were opened in a window, as its page says. */
async function openedOf(page: Page, participant: string): Promise<number> {
  const figure = page.locator(`figure[data-participant="${participant}"]`);
  return Number((await figure.count()) === 0 ? 0 : await figure.getAttribute('data-opened'));
}

async function join(page: Page, name: string, isRelayOnly: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Join call' }).waitFor();
  if (name !== NAMES[0]) await choose(page, 'Join as', name);
  if (isRelayOnly) await page.getByText('Send media through this server only').click();
  await page.getByRole('button', { name: 'Join call' }).click();
  await page.getByRole('heading', { name: 'In the call' }).waitFor();
}

describe.skipIf(CHROMIUM === null)('the Calls page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ hasFakeDevices: true });
  });
  afterAll(() => site?.close());

  const video = () => clientOf(site).crypto.video;
  const visitCall = (id: string, prepare: (page: Page) => Promise<void>): Promise<Visit> =>
    site.visit({ path: `/calls?call=${id}`, prepare, expectedErrors: [/status of 503/] });
  const opened = async () => {
    const body = { participants: NAMES, security_level: 'L5', record_transcript: true } as const;
    return (await video().session({ body })).session_id;
  };

  test('two windows hold a call through the relay; a third without the key gets bytes and no picture', async () => {
    const id = await opened();
    const visits = [
      await visitCall(id, keepConnections),
      await visitCall(id, keepConnections),
      await visitCall(id, withoutKeys),
    ] as const;
    const [ada, grace, eve] = visits.map(({ page }) => page) as [Page, Page, Page];
    expect(await findings(ada), 'lobby').toEqual([]);
    await join(ada, 'ada', true);
    await join(grace, 'grace', true);
    await eventually(() => openedOf(grace, 'ada')).toBeGreaterThan(20);
    await eventually(() => openedOf(ada, 'grace')).toBeGreaterThan(20);
    await eventually(async () => {
      const { pictures, sound, ways } = await flowOf(grace);
      return { arrives: pictures > 10 && sound > 0, ways };
    }).toEqual({ arrives: true, ways: ['relay'] });
    const code = async (page: Page) => page.locator('[data-code]').getAttribute('data-code');
    expect(await code(ada)).toMatch(/^(\d{5} ){7}\d{5}$/);
    await eventually(async () => (await code(grace)) === (await code(ada))).toBe(true);
    const footer = ada.locator('footer');
    expect(await footer.textContent()).toContain('encrypted picture and sound use the network');
    expect(await findingsInBothThemes(ada), 'room').toEqual([]);
    await shot(ada, 'calls-room');

    // A server that cannot answer for a moment ends no call.
    let asked = 0;
    await ada.route(`**/v1/video/session/${id}`, (route) => {
      asked += 1;
      return route.fulfill({ status: 503, headers: { 'retry-after': '0' }, body: '' });
    });
    await eventually(async () => {
      await ada.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return asked;
    }).toBeGreaterThan(3);
    await ada.unrouteAll();

    // The key moves on when eve joins; whoever has it reads on, and she, who was never given it, reads nothing.
    await join(eve, 'eve', false);
    await eventually(async () => (await flowOf(eve)).bytes).toBeGreaterThan(50_000);
    await eve
      .getByText(/\d refused/)
      .first()
      .waitFor();
    const without = await flowOf(eve);
    expect([without.pictures, await openedOf(eve, 'ada'), await openedOf(eve, 'grace')]).toEqual([0, 0, 0]);
    for (const page of [grace, eve]) await eventually(() => page.locator('figure').count()).toBe(3);
    const before = await openedOf(grace, 'ada');
    await eventually(() => openedOf(grace, 'ada')).toBeGreaterThan(before + 20);
    await eventually(async () => (await code(grace)) === (await code(eve))).toBe(true);

    // She leaves: fresh keys, and the other two go on.
    await eve.getByRole('button', { name: 'Leave call' }).click();
    await eventually(() => grace.locator('figure').count()).toBe(2);
    const after = await openedOf(grace, 'ada');
    await eventually(() => openedOf(grace, 'ada')).toBeGreaterThan(after + 20);
    const { pictures } = await flowOf(grace);
    await eventually(async () => (await flowOf(grace)).pictures).toBeGreaterThan(pictures + 10);

    await ada.getByRole('textbox', { name: 'Caption' }).fill('Good morning.');
    await ada.getByRole('button', { name: 'Send', exact: true }).click();
    await grace.getByText('Good morning.').waitFor();
    await more(ada, 'End for everyone');
    await ada.getByRole('dialog').getByRole('button', { name: 'End for everyone' }).click();
    await grace.getByText('Ended by a participant').waitFor();
    await eventually(() => grace.locator('figure').count()).toBe(0);
    await eventually(() => footer.textContent()).toContain('No network used');
    for (const visit of visits) await visit.leave();
    expect((await video().verify({ params: { session_id: id } })).key_exchange_valid).toBe(true);
  });

  test('opens calls, makes and keeps the signed transcript, and deletes the record', async () => {
    // What is deleted may be asked for once more before its page closes.
    const visit = await site.visit({ path: '/calls?act=sample', expectedErrors: [/status of 404/] });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'New call' });
    await eventually(() => sheet.getByLabel('Participants').inputValue()).toBe('ada\ngrace');
    await sheet.getByLabel('Participants').fill('ada\nada');
    await sheet.getByRole('button', { name: 'Open call' }).click();
    await sheet.getByText('The names must differ.').waitFor();
    await sheet.getByLabel('Participants').fill('ada\nLinus');
    await sheet.getByRole('button', { name: 'Open call' }).click();
    await page.getByRole('heading', { level: 1, name: 'ada, Linus' }).waitFor();
    const [, id = ''] = /call=(vs_[0-9a-f]+)/.exec(page.url()) ?? [];
    const caption = { to: '*', from: 'ada', kind: 'caption', payload: 'Noted.' } as const;
    await video().signal({ params: { session_id: id }, body: caption });
    await page.getByRole('button', { name: 'Make transcript' }).click();
    await page.getByText('Hashes agree, 1 line').waitFor();
    await page.getByRole('cell', { name: 'Noted.' }).waitFor();
    await page.getByText('Signed by this service').waitFor();
    const { name, text } = await saved(page, 'Save transcript');
    // What the Verify page and `pq-verify` take.
    expect([name, recognise(Buffer.from(text))]).toEqual([
      expect.stringMatching(/^tx_.*\.pqst\.json$/),
      { kind: 'statement' },
    ]);
    expect(JSON.parse(text)).toMatchObject({ kind: 'transcript', body: { session_id: id } });
    expect(await findingsInBothThemes(page), 'detail').toEqual([]);
    await shot(page, 'calls-detail');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await page.setViewportSize({ width: 1400, height: 900 });
    await video().endSession({ params: { session_id: id } });
    await more(page, 'Delete record');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete record' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    await eventually(() => page.locator(`[data-id="${id}"]`).count()).toBe(0);
    await visit.leave();
  });
});
