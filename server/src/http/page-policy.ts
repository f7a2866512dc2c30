import { hash } from 'node:crypto';

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
