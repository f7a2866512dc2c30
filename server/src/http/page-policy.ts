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

/** What no page of ours needs, so that nothing that got into one may ask for it either. */
export const PERMISSIONS_POLICY = [
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
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The policy of a page without scripts: its one style sheet, which stands in it, and nothing else. */
export function plainPagePolicy(style: string): string {
  const source = `'sha256-${hash('sha256', style, 'base64')}'`;
  return `default-src 'none'; style-src ${source}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
