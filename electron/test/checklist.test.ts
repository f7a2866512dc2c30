/**
 * Electron's security checklist (docs/tutorial/security.md, items 1 to 20) held against the shell's own tables. Where another test
 * shows how an item behaves, that test is named and has to be there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SHELL_CALLS } from '@touchstone/core/shell.ts';
import { describe, expect, it } from 'vitest';
import { ARGUMENTS } from '../src/ipc.ts';
import { isConsoleUrl, mayHavePermission, mayLoad } from '../src/navigation.ts';
import { ORIGIN, SCHEME_PRIVILEGES, SECURITY_HEADERS } from '../src/protocol.ts';
import { windowOptions } from '../src/window.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const SOURCES = new Map(
  readdirSync(path.join(ROOT, 'electron/src')).map((name) => [name, textOf(`electron/src/${name}`)] as const),
);
const MAIN = SOURCES.get('main.ts') ?? '';
const PRELOAD = SOURCES.get('preload.ts') ?? '';

/** How often a text stands in all sources together. */
const countOf = (text: string) => [...SOURCES.values()].reduce((sum, source) => sum + source.split(text).length - 1, 0);

/** That a test of this name is in the file beside this one. */
function shownBy(file: string, ...names: readonly string[]): void {
  const tests = textOf(`electron/test/${file}`);
  for (const name of names) expect([file, name, tests.includes(name)]).toEqual([file, name, true]);
}

const preferences = (devTools: boolean) => {
  const capabilities = {
    openDialog: true,
    saveDialog: true,
    printToPdf: true,
    openedFiles: true,
    updateFromFile: true,
  };
  const { webPreferences = {} } = windowOptions({ preload: '/p', capabilities, devTools, state: null, workAreas: [] });
  const { preload: _, additionalArguments: __, ...others } = webPreferences;
  return others;
};
const policy = () => SECURITY_HEADERS.find(([name]) => name === 'content-security-policy')?.[1] ?? '';

describe("Electron's checklist", () => {
  it('1. only secure content is loaded: the app’s own', () => {
    expect(ORIGIN).toBe('app://console');
    expect(['http://example.com/', 'https://example.com/', 'ftp://example.com/'].filter((url) => mayLoad(url))).toEqual(
      [],
    );
    expect([countOf('.loadURL('), countOf('.loadFile(')]).toEqual([1, 0]);
    shownBy('navigation.test.ts', 'cancels every request that is not the console');
  });

  it('2, 3, 4, 6, 8, 9, 10, 11. the page’s preferences are exactly these', () => {
    const exactly = {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    };
    expect(preferences(false)).toEqual({ ...exactly, devTools: false });
    expect(preferences(true)).toEqual({ ...exactly, devTools: true });
    expect(MAIN).toContain('const DEV_TOOLS = !app.isPackaged;');
    expect(countOf('new BrowserWindow(')).toBe(1);
    expect(MAIN).toContain('new BrowserWindow(windowOptions(');
    expect(countOf('webPreferences')).toBe(1);
  });

  it('4. all pages are sandboxed, and no start without it', () => {
    expect(MAIN.indexOf('app.enableSandbox();')).toBeGreaterThan(0);
    expect(MAIN.indexOf('app.enableSandbox();')).toBeLessThan(MAIN.indexOf('.whenReady()'));
    shownBy('simulated.test.ts', 'serves the console, signs in, opens again and quits', 'H6: without the sandbox');
  });

  it('5. permissions are refused, but copying, camera and microphone to the console', () => {
    const asked = [
      'media',
      'clipboard-sanitized-write',
      'clipboard-read',
      'geolocation',
      'notifications',
      'midi',
      'hid',
      'usb',
      'openExternal',
      'fullscreen',
      'display-capture',
      'unknown',
    ];
    expect(asked.filter((name) => mayHavePermission(name, `${ORIGIN}/`))).toEqual([
      'media',
      'clipboard-sanitized-write',
    ]);
    expect(asked.filter((name) => mayHavePermission(name, 'https://example.com/'))).toEqual([]);
    shownBy('navigation.test.ts', 'denies permissions and devices');
    shownBy('simulated.test.ts', 'grants, goes and closes as it should');
  });

  it('5, R3: macOS lets every process of a signed app ask for them, and says why', () => {
    const config = textOf('electron-builder.yml');
    for (const name of ['entitlements', 'entitlementsInherit']) {
      expect(config).toContain(`\n  ${name}: electron/mac/entitlements.plist\n`);
    }
    const granted = [...textOf('electron/mac/entitlements.plist').matchAll(/<key>(.+)<\/key>\s*<true\/>/g)];
    const ours = granted.map(([, name]) => name);
    const standard = textOf('node_modules/app-builder-lib/templates/entitlements.mac.plist');
    expect(ours.splice(0, 3)).toEqual([...standard.matchAll(/<key>(.+)<\/key>/g)].map(([, name]) => name));
    expect(ours).toEqual(['com.apple.security.device.camera', 'com.apple.security.device.audio-input']);
    expect(config).toMatch(/^ {4}NSCameraUsageDescription: .+\n {4}NSMicrophoneUsageDescription: .+$/m);
  });

  it('7. every answer carries a policy that begins with nothing', () => {
    expect(policy()).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
    expect(policy()).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    expect(policy()).toContain("require-trusted-types-for 'script'");
    shownBy('protocol.test.ts', 'answers files and server alike under the policy');
    shownBy('simulated.test.ts', 'serves the console, signs in, opens again and quits');
  });

  it('11, 12. nothing is embedded', () => {
    expect(textOf('renderer/index.html')).not.toMatch(/<(webview|iframe|object|embed)/);
    shownBy('navigation.test.ts', 'opens no window and embeds no contents');
  });

  it('13, 14. the window stays, and opens none', () => {
    expect(isConsoleUrl(`${ORIGIN}/`)).toBe(true);
    expect(MAIN).toContain('lockApp(app);');
    shownBy('navigation.test.ts', 'stays on the console for %s', 'opens no window and embeds no contents');
    shownBy('simulated.test.ts', 'grants, goes and closes as it should');
  });

  it('15. nothing is handed to the system but the page that opens the console', () => {
    expect([countOf('openExternal'), countOf('shell.openPath('), countOf('showItemInFolder')]).toEqual([0, 1, 0]);
    expect(MAIN).toContain("path.join(dataDir, 'open-console.html')");
  });

  it('16. Electron is the one that is pinned, in both places', () => {
    const { electron } = JSON.parse(textOf('electron/package.json')).devDependencies;
    expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(textOf('electron-builder.yml')).toContain(`electronVersion: ${electron}\n`);
    expect(Number.parseInt(electron, 10)).toBeGreaterThanOrEqual(45);
  });

  it('17. every message of a page goes through the one gate', () => {
    expect(Object.keys(ARGUMENTS).sort()).toEqual([...SHELL_CALLS].sort());
    expect([countOf('ipcMain.'), countOf('registerShell(ipcMain'), countOf('gate.handle(')]).toEqual([0, 1, 1]);
    shownBy('ipc.test.ts', 'lets the console in', 'keeps out %s', 'takes no more than it declares');
  });

  it('18. the page comes by a scheme of its own, with no more than it needs', () => {
    expect(SCHEME_PRIVILEGES).toEqual({
      standard: true,
      secure: true,
      supportFetchAPI: true,
      stream: true,
      codeCache: true,
    });
    expect(countOf('file://')).toBe(0);
  });

  it('19. the fuses are exactly these', () => {
    const [, block = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(textOf('electron-builder.yml')) ?? [];
    const fuses = Object.fromEntries(
      [...block.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(fuses).toEqual({
      runAsNode: 'false',
      enableCookieEncryption: 'true',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      loadBrowserProcessSpecificV8Snapshot: 'false',
      grantFileProtocolExtraPrivileges: 'false',
      // Else a build without a Developer ID is killed on Apple silicon (@electron/fuses, README).
      resetAdHocDarwinSignature: 'true',
    });
    shownBy('package.test.ts', 'flips every fuse and publishes nowhere');
  });

  it('20. the page gets our calls, and nothing of Electron', () => {
    expect([countOf('exposeInMainWorld('), countOf('ipcRenderer.send')]).toEqual([1, 0]);
    expect(PRELOAD).toContain("contextBridge.exposeInMainWorld('touchstone', shell);");
    shownBy(
      'package.test.ts',
      'packs a preload script that needs nothing but electron and shows the page the shell alone',
    );
  });
});

/**
 * What tools such as electronegativity look for, and the shell has no use for. That tool itself (1.10.3) finds five things in
 * electron/src, all of which it cannot see: the window's options stand in another file, the policy in a header, and a middle click
 * meets the handler that opens no window.
 */
const NEVER: Readonly<Record<string, RegExp>> = {
  'another policy': /webSecurity: false|allowRunningInsecureContent: true|bypassCSP/,
  'features of Blink': /blinkFeatures|appendSwitch|appendArgument/i,
  'code as text': /executeJavaScript|insertCSS|\beval\(|new Function\(/,
  'certificates judged by us': /certificate-error|setCertificateVerifyProc|select-client-certificate/,
  'older protocols': /(register|intercept)(File|Http|Buffer|String|Stream)Protocol/,
  'the network': /\bautoUpdater\b|\bcrashReporter\b|\bnet\.(request|fetch)\b|setProxy|node:(http|https|net|tls|dgram)'/,
  'other programs': /node:child_process|\bexecFile?\(|\bspawn\(/,
  'what is gone or should be': /@electron\/remote|\bwebFrame\b|\.debugger\b|ipcRenderer\.send/,
  'a way around the sandbox': /nodeIntegration\w*: true|contextIsolation: false|sandbox: false|'--no-sandbox'/,
};

describe('what the shell never does', () => {
  it.each(Object.entries(NEVER))('%s', (_what, pattern) => {
    expect([...SOURCES].filter(([, source]) => pattern.test(source)).map(([name]) => name)).toEqual([]);
  });

  it.each([
    ['another policy', 'webPreferences: { webSecurity: false }'],
    ['features of Blink', "app.commandLine.appendSwitch('disable-web-security')"],
    ['code as text', 'contents.executeJavaScript(text)'],
    ['certificates judged by us', "app.on('certificate-error', accept)"],
    ['older protocols', "protocol.registerFileProtocol('app', handler)"],
    ['the network', "import { get } from 'node:https';"],
    ['other programs', "import { spawn } from 'node:child_process';"],
    ['what is gone or should be', "ipcRenderer.sendSync('x')"],
    ['a way around the sandbox', 'nodeIntegrationInWorker: true'],
  ])('would be noticed: %s', (what, source) => {
    expect(NEVER[what]?.test(source)).toBe(true);
  });
});
