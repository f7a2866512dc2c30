import { bridge } from '../../../lib/shell/live-bridge.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { words } from '../../../words/administration/devices.ts';
import { passkeyTrouble } from './passkey.ts';

/** Why passkeys do not work in this window; null where they do. */
export function troubleHere(): ReturnType<typeof passkeyTrouble> {
  return passkeyTrouble(location.hostname, typeof PublicKeyCredential === 'function');
}

/** Says why passkeys do not work in this window; nothing where they do. */
export function DeviceTrouble() {
  const found = troubleHere();
  const { trouble } = words;
  if (found === null) return null;
  if (found === 'browser') {
    return (
      <ErrorState title={trouble.browser} kind="offline">
        {trouble.browserText}
      </ErrorState>
    );
  }
  return (
    <ErrorState title={trouble.host} kind="offline">
      <p>{trouble.hostText(<code>{location.hostname}</code>)}</p>
      <p>{bridge.mode === 'desktop' ? trouble.shellHelp : trouble.hostHelp(<code>touchstone serve --open</code>)}</p>
    </ErrorState>
  );
}
