/** What the window may load: its own origin, and nothing else (Electron's security checklist, items 1, 5, 11 to 15). */
import type { App, Session, WebContents } from 'electron';
import { ORIGIN } from './protocol.ts';

/** Whether a URL is a page or a resource of the console. */
export function isConsoleUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === ORIGIN && username === '' && password === '';
}

/** Whether a network request may be made: the console's own resources, and objects that its pages hold in memory. */
export function mayLoad(url: string, devTools = false): boolean {
  if (isConsoleUrl(url)) return true;
  if (url.startsWith('blob:')) return isConsoleUrl(url.slice('blob:'.length));
  if (url.startsWith('data:image/')) return true;
  return devTools && url.startsWith('devtools://devtools/');
}

/** `media` are camera and microphone. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'media']);

/** Permissions that the console asks for: writing text to the clipboard, camera and microphone of a call, each after a click. */
export function mayHavePermission(permission: string, requestingUrl: string): boolean {
  return GRANTED.has(permission) && isConsoleUrl(requestingUrl);
}

/** Closes every way out of a session: requests, permissions, devices, downloads by redirection, spell-check dictionaries. */
export function lockSession(session: Session, devTools: boolean): void {
  session.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !mayLoad(details.url, devTools) }));
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(mayHavePermission(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    mayHavePermission(permission, requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
}

/** Refuses to leave the console's origin, to open windows and to embed other contents. */
export function lockContents(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isConsoleUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Locks every contents that the app ever makes, whoever makes it. */
export function lockApp(app: App): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
}
