/** What the browser, or the program that holds a raw key, says it asked for (Web Authentication level 3, section 5.8.1). */
import { fromBase64 } from '../bytes.ts';
import { isJsonObject } from '../canonical-json.ts';
import { parseStrictJson } from '../strict-json.ts';

/** `clientData` of an answer, taken apart. */
export interface ClientData {
  /** The bytes of clientDataJSON, as they were hashed or signed. */
  readonly json: Uint8Array;
  /** null in the form of raw keys. */
  readonly authenticatorData: Uint8Array | null;
  readonly type: string;
  /** Base64url of the challenge, as it stands there. */
  readonly challenge: string;
  readonly origin: string;
  /** Whether the page was inside a page of another origin. */
  readonly crossOrigin: boolean;
}

/**
 * Reads the bytes of `clientData` (S26): JSON `{clientDataJSON, authenticatorData}`, both base64, or clientDataJSON
 * itself. null for anything else. clientDataJSON may have members that are not known here: browsers add some.
 */
export function readClientData(bytes: Uint8Array): ClientData | null {
  const outer = parseStrictJson(bytes);
  if (!outer.ok || !isJsonObject(outer.value)) return null;
  if (!Object.hasOwn(outer.value, 'clientDataJSON')) return readJson(bytes, null);
  const { clientDataJSON, authenticatorData, ...others } = outer.value;
  if (typeof clientDataJSON !== 'string' || typeof authenticatorData !== 'string') return null;
  const json = fromBase64(clientDataJSON);
  const data = fromBase64(authenticatorData);
  return json === null || data === null || Object.keys(others).length > 0 ? null : readJson(json, data);
}

function readJson(json: Uint8Array, authenticatorData: Uint8Array | null): ClientData | null {
  const parsed = parseStrictJson(json);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { type, challenge, origin, crossOrigin = false } = parsed.value;
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return null;
  return typeof crossOrigin === 'boolean' ? { json, authenticatorData, type, challenge, origin, crossOrigin } : null;
}
