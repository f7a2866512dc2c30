// `node scripts/icons.mjs`, after renderer/public/icon.svg was changed: draws it in the sizes and files that the installers
// need. Chromium draws; CHROMIUM_PATH names another than Debian's.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './setup.mjs';

const FOLDER = path.join(ROOT, 'electron', 'icons');
/** Of the icon theme on Linux (freedesktop.org icon theme specification). */
const LINUX = [16, 32, 48, 64, 128, 256, 512];
const WINDOWS = [16, 32, 48, 256];
/** Apple's types of PNG data in an icns file, by pixels. */
const APPLE = {
  icp4: 16,
  icp5: 32,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
};

function draw(size, work) {
  const page = path.join(work, 'icon.html');
  const file = path.join(work, 'icon.png');
  const svg = readFileSync(path.join(ROOT, 'renderer/public/icon.svg'), 'utf8');
  writeFileSync(
    page,
    `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
  );
  const { status, stderr } = spawnSync(
    process.env.CHROMIUM_PATH ?? 'chromium-headless-shell',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--default-background-color=00000000',
      '--force-device-scale-factor=1',
      `--window-size=${size},${size}`,
      `--screenshot=${file}`,
      pathToFileURL(page).href,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Chromium drew nothing: ${stderr}`);
  return readFileSync(file);
}

/** PNG files in an ICO: one row of the directory each, 0 for 256. */
function ico(pngs) {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pngs.entries()) {
    const row = 6 + 16 * index;
    head.writeUInt8(size % 256, row);
    head.writeUInt8(size % 256, row + 1);
    head.writeUInt16LE(1, row + 4);
    head.writeUInt16LE(32, row + 6);
    head.writeUInt32LE(png.length, row + 8);
    head.writeUInt32LE(at, row + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pngs.map(({ png }) => png)]);
}

function icns(pngs) {
  const parts = pngs.map(({ type, png }) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    head.writeUInt32BE(8 + png.length, 4);
    return Buffer.concat([head, png]);
  });
  const head = Buffer.from('icns\0\0\0\0', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

const work = mkdtempSync(path.join(tmpdir(), 'touchstone-icons-'));
try {
  const sizes = [...new Set([...LINUX, ...WINDOWS, ...Object.values(APPLE)])];
  const drawn = new Map(sizes.map((size) => [size, draw(size, work)]));
  mkdirSync(FOLDER, { recursive: true });
  for (const size of LINUX) writeFileSync(path.join(FOLDER, `${size}x${size}.png`), drawn.get(size));
  writeFileSync(path.join(FOLDER, 'icon.ico'), ico(WINDOWS.map((size) => ({ size, png: drawn.get(size) }))));
  const apple = Object.entries(APPLE).map(([type, size]) => ({ type, png: drawn.get(size) }));
  writeFileSync(path.join(FOLDER, 'icon.icns'), icns(apple));
} finally {
  rmSync(work, { recursive: true, force: true });
}
