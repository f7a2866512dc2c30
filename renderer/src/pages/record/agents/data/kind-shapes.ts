import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { type Drawing, iconDrawing } from '../../../../ui/drawing.ts';

/**
 * What the signs of kinds are drawn of, 24 by 24, each as one path: a row that shows another kind changes one attribute, which costs no
 * layout. From lucide.
 */
export const KIND_PATHS: Readonly<Record<NodeKind | 'fork', string>> = {
  register:
    'M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76ZM12 8L12 16M8 12L16 12',
  start: 'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
  end: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM10 9h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1Z',
  action:
    'M15.914 4a1.5 1.5 0 00-2.474-1.561l-9 9A1.5 1.5 0 005.5 14h4.002a.5.5 0 01.471.666L8.086 20a1.5 1.5 0 002.475 1.56l9-9A1.5 1.5 0 0018.5 10h-3.997a.5.5 0 01-.472-.667z',
  tool: 'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
  memory: 'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0ZM3 5V19A9 3 0 0 0 21 19V5M3 12A9 3 0 0 0 21 12',
  policy: 'M12 3v18M19 8l3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10',
  exposure:
    'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z',
  approval:
    'M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2ZM9 12l2 2 4-4',
  decision: 'M14 13l-8.381 8.38a1 1 0 0 1-3.001-3l8.384-8.381M16 16l6-6M21.5 10.5l-8-8M8 8l6-6M8.5 7.5l8 8',
  delegate: 'M16 3h5v5M8 3H3v5M12 22v-8.3a4 4 0 0 0-1.172-2.872L3 3M15 9l6-6',
  fork: 'M9 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM15 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM18 9v2c0 .6-.4 1-1 1H7c-.6 0-1-.4-1-1V9M12 12v3',
};

/** The sign of a kind of receipt, or of a fork; decorative, so its name must stand beside it. */
export function kindDrawing(kind: NodeKind | 'fork', pixels: number, look: string): Drawing {
  return iconDrawing([['path', { d: KIND_PATHS[kind] }]], pixels, look);
}
