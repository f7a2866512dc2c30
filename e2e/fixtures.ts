/**
 * A console to test: the real server in this process with an empty data folder, the built console, and Chromium. Every
 * visit records violations of the content security policy, console errors and requests to other places; `leave` fails
 * on any of them.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, serve } from '@touchstone/server/main.ts';
import {
  type APIResponse,
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright';
import { bundledJobs } from '../server/test/bundled.ts';
import { copyStartedFolder } from '../server/test/started-folder.ts';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The last such flag counts, so it repeats what Playwright 1.65 switches off. What it adds are the pop-ups of the address bar:
 * pages of Chromium's own, which no test sees and every window loads, for half of the processor time of a visit.
 */
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${OFF.join(',')}`,
];

const FAKE_DEVICES = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // Where there is no other network than the loopback one.
  '--allow-loopback-in-peer-connection',
];

/** The browser that is installed here; null where there is none. Nothing is ever downloaded. */
export const CHROMIUM: string | null = CANDIDATES.find((path) => path !== undefined && existsSync(path)) ?? null;

if (CHROMIUM === null) {
  console.warn('Browser tests are skipped: no Chromium was found. Install it, or name it in CHROMIUM_PATH.');
}

/** How long a step waits for what it needs: a fault costs this once, a busy machine is forgiven. */
export const PATIENCE_MS = 60_000;

/** What a page says of its requests from when its server stops: it is refused while that stops, and reaches nothing later. */
export const SERVER_STOPS: readonly RegExp[] = [/net::ERR_/, /status of 503/];

const FIRST_PAGE = '/verify';

export const CONSOLE_DIR = process.env.TOUCHSTONE_CONSOLE_DIR ?? join(import.meta.dirname, '..', 'renderer', 'dist');

export interface VisitOptions {
  /** The console's address after `#`; `/verify` unless stated. */
  readonly path?: string;
  /** The whole address of a page by the names of the API, which is visited in place of the console, without a session. */
  readonly address?: string;
  /** The window has a session; true unless stated. */
  readonly signIn?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly forcedColors?: 'active' | 'none';
  /** Console errors that this visit provokes on purpose. */
  readonly expectedErrors?: readonly RegExp[];
  /** What stands before the page's own scripts run, for example the desktop's `window.touchstone`. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Visit {
  readonly page: Page;
  /** What went wrong so far, in words. */
  readonly problems: readonly string[];
  /** Closes the page; throws where something went wrong. */
  leave(): Promise<void>;
}

export interface Site {
  readonly server: RunningServer;
  /** The console's, in the browser. */
  readonly origin: string;
  /** Where programs reach the API; they may not know the console's name. */
  readonly api: string;
  readonly dataDir: string;
  visit(options?: VisitOptions): Promise<Visit>;
  /** Stops the server while pages stay open. */
  stopServer(): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Scrollbars take room, as on most desktops; a headless browser hides them otherwise. */
  readonly hasScrollbars?: boolean;
  /** The server starts locked, on a folder under this passphrase. */
  readonly passphrase?: string;
  /** A camera and a microphone that the browser makes up, and connections between its windows. */
  readonly hasFakeDevices?: boolean;
}

/** Starts a server on a free port and a browser. Throws where the console has not been built. */
export async function openSite({
  hasScrollbars = false,
  passphrase,
  hasFakeDevices = false,
}: SiteOptions = {}): Promise<Site> {
  if (CHROMIUM === null) throw new Error('No Chromium was found.');
  if (!existsSync(join(CONSOLE_DIR, 'index.html'))) throw new Error(`There is no built console in ${CONSOLE_DIR}.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-e2e-'));
  if (passphrase === undefined) await copyStartedFolder(dataDir, 'system');
  else await (await openFolderUnder(dataDir, passphrase)).close();
  const server = await serve({
    port: 0,
    dataDir,
    consoleDir: CONSOLE_DIR,
    signals: false,
    logLevel: 'error',
    checkAnswers: true,
    print: () => undefined,
    jobs: await bundledJobs(),
  });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: hasFakeDevices ? [...FLAGS, ...FAKE_DEVICES] : FLAGS,
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
  });
  const origin = server.consoleUrl;
  const api = server.url;
  if (origin === null || api === null) throw new Error('The server has no address.');
  return {
    server,
    origin,
    api,
    dataDir,
    visit: (options = {}) => visit(browser, server, origin, options),
    stopServer: () => server.close(),
    async close() {
      await browser.close();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes a data folder under a passphrase. */
function openFolderUnder(dataDir: string, passphrase: string): Promise<RunningServer> {
  return serve({
    port: null,
    dataDir,
    masterKey: { kind: 'passphrase', passphrase },
    signals: false,
    logLevel: 'silent',
    print: () => undefined,
  });
}

async function visit(browser: Browser, server: RunningServer, origin: string, options: VisitOptions): Promise<Visit> {
  const { address, path = address ?? FIRST_PAGE, width = 1400, height = 900, expectedErrors = [] } = options;
  const signIn = options.signIn ?? address === undefined;
  const own = address === undefined ? origin : new URL(address).origin;
  const settings: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'reduce',
    forcedColors: options.forcedColors ?? 'none',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
  };
  const context = await browser.newContext(settings);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = `${message.text()} (${message.location().url})`;
    if (!expectedErrors.some((expected) => expected.test(text))) problems.push(`console error: ${text}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${own}/`) && !/^(blob|data):/.test(url)) problems.push(`external request: ${url}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`content security policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation');
      if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });

  await options.prepare?.(page);
  if (signIn) await page.addInitScript(keepSession, { token: await newSession(server), origin });
  await page.goto(address ?? `${origin}/#${path}`);
  await page.waitForSelector('main h1');
  if (signIn && path.split('?')[0] !== FIRST_PAGE) await page.evaluate(focusHeading);
  return {
    page,
    problems,
    async leave() {
      // What a test answers in place of the server may be asked for until the end.
      await Promise.all(context.pages().map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
      if (problems.length > 0) throw new Error(`Something went wrong on ${path}:\n${problems.join('\n')}`);
    },
  };
}

/** A session as the start page opens it, which has journeys of its own: by way of it each visit would draw two pages. */
async function newSession(server: RunningServer): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ start_token: server.newStartToken() }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).session_token;
}

/** Runs before the scripts of a page. The window's name stays with it: the first document finds a session, later ones what is left of it. */
function keepSession({ token, origin }: { readonly token: string; readonly origin: string }): void {
  if (location.origin !== origin || window.name !== '') return;
  window.name = 'visited';
  sessionStorage.setItem('touchstone.session', token);
}

/** As where a person has come from the first page. What the page has put the focus on keeps it. */
function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}

/** Puts what the console keeps on the server in place of what stands there. */
export async function keepState(
  { server }: Pick<Site, 'server'>,
  state: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/console/state`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.adminToken}` },
    body: JSON.stringify(state),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** What the console of a page keeps on the server, of its session too. */
export async function stateOf(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('touchstone.session')}`;
    return (await fetch('/api/v1/console/state', { headers: { authorization } })).json();
  });
}

/** Goes to another page of the console, as its links do, and waits until it stands there in place of the one before. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => {
    const isElsewhere = location.hash.split('?')[0] !== `#${target.split('?')[0]}`;
    // Each page has a heading of its own, so the old one goes with the old page.
    if (isElsewhere) document.querySelector('main h1')?.setAttribute('data-left', '');
    location.hash = target;
  }, path);
  await page.waitForFunction((target) => location.hash.split('?')[0] === `#${target}`, path.split('?')[0]);
  await page.waitForSelector('main h1:not([data-left])');
}

/** Takes the network away from a page. Chromium says that it did before its network process knows: a request may still get through. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction(() =>
    fetch('/health').then(
      () => false,
      () => true,
    ),
  );
}

/**
 * Waits until the page that stands there has what it asked the server for. Another part of the same page has to be waited
 * for first: the one before may still stand there, and it has everything.
 */
export async function whenLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    if (main === null || main.querySelector('h1') === null) return false;
    const says = [...main.querySelectorAll('[role=progressbar], p, span')].filter(
      (element) => element.role === 'progressbar' || /^(Loading|Asking|Checking)\b/.test(element.textContent),
    );
    return !says.some((element) => element.checkVisibility());
  });
}

/** Waits until an element, or something in it, has the focus: that a dialog or menu is seen does not say so yet. */
export async function waitForFocus(within: Locator): Promise<void> {
  await within.and(within.page().locator(':focus-within')).waitFor();
}

/** Presses a key as soon as an element, or something in it, has the focus. The page itself has to put it there. */
export async function pressIn(within: Locator, key: string): Promise<void> {
  await waitForFocus(within);
  const page = within.page();
  if (key !== 'Escape') return page.keyboard.press(key);
  // Where the mouse happens to lie on something with a tooltip, the first Escape closes that alone (WCAG 2.2, 1.4.13). Only
  // the press itself knows whether one is open: it comes and goes by a clock of its own.
  await page.evaluate(() => {
    const look = () => Reflect.set(globalThis, 'hadTooltip', document.querySelector('[role=tooltip]') !== null);
    window.addEventListener('keydown', look, { capture: true, once: true });
  });
  await page.keyboard.press(key);
  if (await page.evaluate(() => Reflect.get(globalThis, 'hadTooltip'))) await page.keyboard.press(key);
}

/**
 * Presses Enter or a letter where the focus is, as if at a time, milliseconds since 1970: what the page makes of the pause
 * between two presses does not depend on how busy the machine is.
 */
export async function pressAt(page: Page, key: string, time: number): Promise<void> {
  const isEnter = key === 'Enter';
  const press = {
    key,
    code: isEnter ? key : `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: isEnter ? 13 : key.toUpperCase().charCodeAt(0),
    timestamp: time / 1000,
  };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text: isEnter ? '\r' : key, ...press });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
  await devtools.detach();
}

/** Whether the page can be scrolled sideways: it never should, not even at 360 px. */
export function hasSidewaysScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/**
 * What the server answers to a request that a page makes. Node resolves no name below `localhost`, as a browser does, so the
 * server is asked by its address.
 */
export function answerTo(route: Route): Promise<APIResponse> {
  const url = new URL(route.request().url());
  url.hostname = '127.0.0.1';
  return route.fetch({ url: url.href });
}
