import type { BridgeCapabilities } from '../../../lib/shell/bridge.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { StatusIcon } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/settings.ts';

/** The key store may answer long after the window is there, so it is no capability of the bridge. */
type Name = keyof BridgeCapabilities | 'keychain';

/** Each capability: what it is called, and what happens where it is missing. */
const WORDS: Record<Name, { readonly has: string; readonly instead: string }> = words.mode.capabilities;

const ORDER = Object.keys(WORDS) as readonly Name[];

/** What this mode can do, and what happens instead where it cannot. */
export function Capabilities({ hasKeychain }: { readonly hasKeychain: boolean }) {
  return (
    <ul className="space-y-1">
      {ORDER.map((name) => {
        const { has, instead } = WORDS[name];
        const isThere = name === 'keychain' ? hasKeychain : bridge.capabilities[name];
        return (
          <li key={name} className="flex items-start gap-2">
            <span className="mt-0.5">
              <StatusIcon look={isThere ? 'verified' : 'skipped'} size="small" />
            </span>
            <span>
              {isThere ? (
                words.mode.yes(has)
              ) : (
                <>
                  {words.mode.no(has)}
                  <span className="text-muted">{words.mode.instead(instead)}</span>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
