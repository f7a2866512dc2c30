import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { isConsoleUrl, lockContents, lockSession, mayHavePermission, mayLoad } from '../src/navigation.ts';

describe('isConsoleUrl', () => {
  it.each(['app://console/', 'app://console/#/verify', 'app://console/a?b'])('accepts %s', (url) => {
    expect(isConsoleUrl(url)).toBe(true);
  });
  it.each([
    'app://console.example/',
    'app://consolex/',
    'app://x@console/',
    'https://console/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///x',
    'about:blank',
    'http://localhost:7433/',
    '',
  ])('refuses %s', (url) => {
    expect(isConsoleUrl(url)).toBe(false);
  });
});

describe('mayLoad', () => {
  it.each(['app://console/x', 'blob:app://console/1-2', 'data:image/png;base64,AA=='])('lets %s through', (url) => {
    expect(mayLoad(url)).toBe(true);
  });
  it.each([
    'http://127.0.0.1:7433/health',
    'https://example.com/',
    'ws://localhost/',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'data:text/html,x',
    'devtools://devtools/bundled/x.html',
  ])('stops %s', (url) => {
    expect(mayLoad(url)).toBe(false);
  });
  it('lets developer tools through only where they are on', () => {
    expect(mayLoad('devtools://devtools/bundled/x.html', true)).toBe(true);
    expect(mayLoad('https://example.com/', true)).toBe(false);
  });
});

describe('lockContents', () => {
  function locked() {
    const emitter = new EventEmitter();
    let openHandler: ((details: { url: string }) => { action: string }) | null = null;
    const contents = Object.assign(emitter, {
      setWindowOpenHandler: (handler: typeof openHandler) => {
        openHandler = handler;
      },
    });
    lockContents(contents as unknown as WebContents);
    const isPrevented = (event: string, url: string) => {
      let prevented = false;
      emitter.emit(event, {
        url,
        preventDefault: () => {
          prevented = true;
        },
      });
      return prevented;
    };
    return { isPrevented, open: (url: string) => openHandler?.({ url }).action };
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays on the console for %s', (event) => {
    expect(locked().isPrevented(event, 'https://example.com/')).toBe(true);
    expect(locked().isPrevented(event, 'app://console/#/trust')).toBe(false);
  });

  it('opens no window and embeds no contents', () => {
    expect(locked().open('app://console/')).toBe('deny');
    expect(locked().isPrevented('will-attach-webview', 'app://console/')).toBe(true);
  });
});

describe('lockSession', () => {
  type Handler = (...args: unknown[]) => unknown;
  function locked() {
    const handlers = new Map<string, Handler>();
    const keep = (name: string) => (handler: Handler) => void handlers.set(name, handler);
    const session = {
      webRequest: { onBeforeRequest: keep('request') },
      setPermissionRequestHandler: keep('permission'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      setSpellCheckerEnabled: keep('spelling'),
    };
    lockSession(session as unknown as Session, false);
    return (name: string, ...args: unknown[]) => handlers.get(name)?.(...args);
  }

  it('cancels every request that is not the console', () => {
    const call = locked();
    const isCancelled = (url: string) => {
      let answer: unknown;
      call('request', { url }, (value: unknown) => {
        answer = value;
      });
      return answer;
    };
    expect(isCancelled('https://example.com/')).toEqual({ cancel: true });
    expect(isCancelled('app://console/app.js')).toEqual({ cancel: false });
  });

  it('denies permissions and devices', () => {
    const call = locked();
    let granted: unknown;
    call(
      'permission',
      null,
      'geolocation',
      (value: unknown) => {
        granted = value;
      },
      { requestingUrl: 'app://console/' },
    );
    expect(granted).toBe(false);
    expect(call('check', null, 'notifications', 'app://console')).toBe(false);
    expect(call('device')).toBe(false);
  });

  it('grants copying, and camera and microphone of a call, to the console alone', () => {
    expect(mayHavePermission('media', 'app://console/')).toBe(true);
    expect(mayHavePermission('media', 'https://example.com/')).toBe(false);
    expect(mayHavePermission('clipboard-sanitized-write', 'app://console/')).toBe(true);
    expect(mayHavePermission('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(mayHavePermission('clipboard-read', 'app://console/')).toBe(false);
    expect(mayHavePermission('geolocation', 'app://console/')).toBe(false);
  });
});
