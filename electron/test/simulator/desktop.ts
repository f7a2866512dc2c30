/** What belongs to the desktop: `dialog`, `Menu`, `clipboard`, `screen`, `nativeTheme`, `shell`, `powerMonitor`. */
import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions, MessageBoxOptions, OpenDialogOptions } from 'electron';
import { app } from './app.ts';
import { machine, needsReady, nextPress, tell } from './world.ts';

function asked(args: readonly unknown[]): number {
  const options = optionsOf<MessageBoxOptions>(args);
  needsShown(args, app.windows.size > 0);
  needsReady('dialog module can only be used after app is ready');
  const { buttons = ['OK'], cancelId = 0, message } = options;
  const pressed = nextPress(cancelId);
  if (buttons[pressed] === undefined) throw new Error(`simulator: ${message} has no button ${pressed}`);
  tell('asked', { ...options, pressed: buttons[pressed], hasWindow: args.length > 1 });
  return pressed;
}

/** The options are the last argument; before them may stand the window (lib/browser/api/dialog.ts, parseArgs). */
function optionsOf<Options>(args: readonly unknown[]): Options {
  const [window, options] = args.length === 1 ? [null, args[0]] : args;
  const isWindow = window === null || (typeof window === 'object' && window !== undefined && 'webContents' in window);
  if (!isWindow || typeof options !== 'object' || options === null || 'webContents' in options) {
    throw new TypeError('Options must be an object');
  }
  return options as Options;
}

/** macOS: message_box_mac.mm, file_dialog_mac.mm. A box without a window is `runModal`. */
function needsShown(args: readonly unknown[], hasWindow: boolean): void {
  if (machine.platform !== 'darwin') return;
  const [window] = args.length === 1 ? [null] : (args as [{ isVisible(): boolean } | null]);
  if (window === null && hasWindow) throw new Error('simulator: a box without a window stops the process');
  if (window?.isVisible() === false) throw new Error('simulator: what belongs to a hidden window is not shown');
}

export const dialog = {
  /** Allowed before `ready` too (docs/api/dialog.md). */
  showErrorBox(title: string, content: string): void {
    if (typeof title !== 'string' || typeof content !== 'string') throw new TypeError('Error processing argument');
    tell('error box', content);
  },
  showMessageBox: async (...args: unknown[]) => ({
    response: asked(args),
    checkboxChecked: false,
  }),
  // Nothing in this shell may stop the process: a second start would kill it (process_singleton_posix.cc).
  showMessageBoxSync(): never {
    throw new Error('simulator: the process stops under this box');
  },
  async showOpenDialog(...args: unknown[]) {
    needsReady('dialog module can only be used after app is ready');
    const { properties = [] } = optionsOf<OpenDialogOptions>(args);
    needsShown(args, false);
    const { chosen } = machine;
    if (chosen.length > 1 && !properties.includes('multiSelections'))
      throw new Error('simulator: only one can be chosen');
    return { canceled: chosen.length === 0, filePaths: [...chosen] };
  },
  showOpenDialogSync: () => undefined,
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
};

let menu: readonly MenuItemConstructorOptions[] = [];

export const Menu = {
  buildFromTemplate(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
    for (const { label, role, type, submenu } of template) {
      // lib/browser/api/menu.ts; menu-item.ts makes submenus the same way.
      if (label === undefined && role === undefined && type !== 'separator') {
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
      }
      if (Array.isArray(submenu)) Menu.buildFromTemplate(submenu);
    }
    return template;
  },
  setApplicationMenu(template: readonly MenuItemConstructorOptions[] | null): void {
    menu = template ?? [];
  },
};

/** What a click on an entry does; throws where there is none. */
export function clickMenu(label: string): void {
  const entries = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  const entry = entries.find((each) => each.label?.replace('&', '') === label);
  if (entry?.click === undefined) throw new Error(`simulator: no entry ${label}`);
  entry.click({} as never, undefined, {} as never);
}

/** Since Electron 44: asynchronous, in the main process alone, one atomic `write` (docs/breaking-changes.md). */
export class ClipboardItem {
  readonly items: Readonly<Record<string, string | Blob>>;
  constructor(items: Readonly<Record<string, string | Blob>>) {
    this.items = items;
  }
  get types(): string[] {
    return Object.keys(this.items);
  }
}

let contents: Readonly<Record<string, string | Blob>> = {};

export const clipboard = {
  async writeText(text: string): Promise<void> {
    contents = { 'text/plain': text };
  },
  async write([item]: readonly ClipboardItem[]): Promise<void> {
    contents = item?.items ?? {};
    tell('copied', Object.keys(contents));
  },
  async readText(): Promise<string> {
    const text = contents['text/plain'] ?? '';
    return typeof text === 'string' ? text : text.text();
  },
  clear(): void {
    contents = {};
  },
};

export const screen = {
  getAllDisplays() {
    needsReady("The 'screen' module can't be used before the app 'ready' event");
    return [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }];
  },
};

let theme = 'system';
export const nativeTheme = {
  get themeSource(): string {
    return theme;
  },
  set themeSource(source: string) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError('Error processing argument');
    theme = source;
  },
};

export const shell = {
  async openPath(file: string): Promise<string> {
    tell('opened', file);
    return '';
  },
};

export const powerMonitor = new EventEmitter();
