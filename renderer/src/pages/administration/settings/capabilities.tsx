import type { BridgeCapabilities } from '../../../lib/shell/bridge.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { StatusIcon } from '../../../ui/status-mark.tsx';

/** Each capability: what it is called, and what happens where it is missing. */
const WORDS: Record<keyof BridgeCapabilities, { readonly has: string; readonly instead: string }> = {
  openedFiles: {
    has: 'Open files by double click and from the menu',
    instead: 'Drop files on the Verify page or choose them there.',
  },
  saveDialog: { has: 'Ask where to save a file', instead: 'Files go where the browser puts downloads.' },
  printToPdf: { has: 'Save reports as PDF directly', instead: "Choose PDF in the browser's print dialog." },
  signIn: {
    has: 'Sign in again after the server was restarted',
    instead: 'Open the console again from its start file.',
  },
  theme: { has: 'Theme of window frame and menus', instead: 'The browser keeps its own.' },
  keychain: {
    has: 'Server secrets guarded by the key store of the operating system',
    instead: "The server's own settings decide how they are guarded.",
  },
  shareOnThisMachine: {
    has: 'Work without a network port, and open one on request',
    instead: 'The server listens on 127.0.0.1 and ::1 for this browser.',
  },
  updateFromFile: { has: 'Verify an update file', instead: 'This build, or this mode, verifies none.' },
};

const ORDER = Object.keys(WORDS) as readonly (keyof BridgeCapabilities)[];

/** What this mode can do, and what happens instead where it cannot. */
export function Capabilities() {
  return (
    <ul className="space-y-1">
      {ORDER.map((name) => {
        const { has, instead } = WORDS[name];
        const isThere = bridge.capabilities[name];
        return (
          <li key={name} className="flex items-start gap-2">
            <span className="mt-0.5">
              <StatusIcon look={isThere ? 'verified' : 'skipped'} size="small" />
            </span>
            <span>
              {has}: {isThere ? 'yes' : <span className="text-muted">no. {instead}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
