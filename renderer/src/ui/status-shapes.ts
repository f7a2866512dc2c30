import type { Drawing } from './drawing.ts';

/** The five looks of console.md, used everywhere the same: a word, an icon, a shape and a colour. */
export type StatusLook = 'verified' | 'pending' | 'inconclusive' | 'failed' | 'skipped';

/**
 * What an icon is drawn of, 24 by 24: circle and tick, rounded square and clock hands, diamond and question mark, octagon
 * and cross, dashed circle and bar.
 */
export const STATUS_SHAPES: Readonly<Record<StatusLook, readonly Drawing[]>> = {
  verified: [
    ['circle', { cx: '12', cy: '12', r: '10' }],
    ['path', { d: 'm7.5 12.5 3 3 6-7' }],
  ],
  pending: [
    ['rect', { x: '2.5', y: '2.5', width: '19', height: '19', rx: '4' }],
    ['path', { d: 'M12 7v5.5l3.5 2' }],
  ],
  inconclusive: [
    ['path', { d: 'M12 1.5 22.5 12 12 22.5 1.5 12Z' }],
    ['path', { d: 'M9.8 9.6a2.2 2.2 0 1 1 3.3 2c-.8.5-1.1.9-1.1 1.7M12 16.2v.1' }],
  ],
  failed: [
    ['path', { d: 'M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9Z' }],
    ['path', { d: 'm8.5 8.5 7 7m0-7-7 7' }],
  ],
  skipped: [
    ['circle', { cx: '12', cy: '12', r: '10', 'stroke-dasharray': '4 3.85' }],
    ['path', { d: 'M8 12h8' }],
  ],
};
