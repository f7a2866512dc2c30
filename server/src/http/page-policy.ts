import { hash } from 'node:crypto';

/** The page may load its own files and WebAssembly, and nothing else (console, rule 13). */
export const CONSOLE_CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // renderer/src/lib/window/trusted-types.ts makes the one policy.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

const FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const;

type Feature = (typeof FEATURES)[number];

function permissionsPolicy(own: readonly Feature[]): string {
  return FEATURES.map((feature) => `${feature}=(${own.includes(feature) ? 'self' : ''})`).join(', ');
}

/** What no page of ours needs, so that nothing that got into one may ask for it either. */
export const PERMISSIONS_POLICY = permissionsPolicy([]);

/** The console is one document: the page Calls, which uses camera and microphone after a click, has the same as all others. */
export const CONSOLE_PERMISSIONS_POLICY = permissionsPolicy(['autoplay', 'camera', 'microphone']);

/** The policy of a page without scripts: its one style sheet, which stands in it, and nothing else. */
export function plainPagePolicy(style: string): string {
  return `default-src 'none'; style-src ${sourceOf(style)}; ${NEVER}`;
}

/**
 * The policy of a page with one script, which stands in it as its style sheet does: the script may ask this server, and nothing
 * becomes markup or another script.
 */
export function scriptedPagePolicy(style: string, script: string): string {
  const own = `style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; connect-src 'self'`;
  return `default-src 'none'; ${own}; ${NEVER}; require-trusted-types-for 'script'; trusted-types 'none'`;
}

const NEVER = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
