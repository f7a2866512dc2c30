import type { BridgeCapabilities } from '../../../lib/shell/bridge.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { StatusIcon } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/settings.ts';

/** Each capability: what it is called, and what happens where it is missing. */
const WORDS: Record<keyof BridgeCapabilities, { readonly has: string; readonly instead: string }> =
  words.mode.capabilities;

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
