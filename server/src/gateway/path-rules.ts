/**
 * Paths of the gateway (security, S23; decisions, section 7). A path is refused where it could mean one thing here and
 * another at the service: what is compared with `allowed_paths` is exactly what is sent.
 */

export type PathFault =
  | 'slash'
  | 'characters'
  | 'escape'
  | 'encoded-slash'
  | 'dot-segment'
  | 'empty-segment'
  | 'text'
  | 'slot'
  | 'origin';

/** What is said about each; a sentence follows that names the member. */
export const PATH_FAULTS: Readonly<Record<PathFault, string>> = {
  slash: 'must begin with a slash',
  characters: 'must be written in visible ASCII, everything else percent-encoded, without a fragment or a backslash',
  escape: 'has a percent sign without two hexadecimal digits',
  'encoded-slash': 'must not have encoded slashes or backslashes',
  'dot-segment': 'must not have dot segments, encoded or not',
  'empty-segment': 'must not have two slashes in a row',
  text: 'must encode UTF-8 without control characters',
  slot: 'must not hold the slot for the key: it stands in `auth_template` only',
  origin: 'must stay below `base_url`',
};

/** Times that escapes are taken off before a path counts as endless: services that decode twice exist. */
const DECODINGS = 4;

/** The first rule that a path breaks, without its query; null where it breaks none. */
export function pathFault(path: string): PathFault | null {
  if (!path.startsWith('/')) return 'slash';
  if (path.includes('{{')) return 'slot';
  // `URL` would encode, drop or turn any other character: then what is compared is not what is sent.
  if (!/^[A-Za-z0-9/%._~!$&'()*+,;=:@|-]*$/.test(path)) return 'characters';
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return 'escape';
  if (path.includes('//')) return 'empty-segment';
  for (const segment of path.split('/')) {
    const fault = segmentFault(segment);
    if (fault !== null) return fault;
  }
  return null;
}

function segmentFault(segment: string): PathFault | null {
  let text = segment;
  for (let round = 0; round <= DECODINGS; round++) {
    // Full-width dots and slashes become plain ones at services that normalise.
    const plain = text.normalize('NFKC');
    if (/[/\\]/.test(plain)) return 'encoded-slash';
    // `..;x` is `..` to servers that know path parameters.
    if (/^\.{1,2}$/.test(plain.split(';', 1)[0] ?? '')) return 'dot-segment';
    if (/\p{Cc}/u.test(plain)) return 'text';
    if (!/%[0-9A-Fa-f]{2}/.test(text)) return null;
    const decoded = decodedOnce(text);
    if (decoded === null) return 'text';
    text = decoded;
  }
  return 'escape';
}

/** Every escape taken off; a percent sign that begins none stays. null where the bytes are not UTF-8. */
function decodedOnce(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return null;
  }
}

/** An entry of `allowed_paths`: a path, or the beginning of one followed by `*`. */
export function allowedPathFault(entry: string): PathFault | null {
  const path = entry.endsWith('*') ? entry.slice(0, -1) : entry;
  return path.includes('*') ? 'characters' : pathFault(path);
}

export function isAllowedPath(path: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.endsWith('*') ? path.startsWith(entry.slice(0, -1)) : path === entry));
}

export type Joined =
  | { readonly ok: true; readonly url: string; readonly path: string }
  | { readonly ok: false; readonly fault: PathFault };

/**
 * Puts a path, with its query where it has one, behind a base URL that `target-rules.ts` has accepted, and reads the
 * result again: same origin, the very path, nothing else. `path` is what `allowed_paths` speaks of.
 */
export function joinPath(baseUrl: string, pathAndQuery: string): Joined {
  const [path = '', ...rest] = pathAndQuery.split('?');
  const query = rest.length === 0 ? '' : `?${rest.join('?')}`;
  const fault = pathFault(path) ?? queryFault(query);
  if (fault !== null) return { ok: false, fault };
  const base = new URL(baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  const text = `${base.origin}${basePath}${path}${query}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSame =
    url !== null &&
    url.origin === base.origin &&
    url.pathname === basePath + path &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '';
  return isSame ? { ok: true, url: url.href, path } : { ok: false, fault: 'origin' };
}

function queryFault(query: string): PathFault | null {
  if (query.includes('{{')) return 'slot';
  return /^[!$-~]*$/.test(query) ? null : 'characters';
}
