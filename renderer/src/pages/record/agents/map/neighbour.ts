/** Where an arrow key leads on the session map. */
import type { MapEdge } from './collapse.ts';
import type { Direction, Place } from './layout.ts';

/** Keys of a map that goes downwards, for one that goes to the right. */
const TURNED: Readonly<Record<string, string>> = {
  ArrowRight: 'ArrowDown',
  ArrowLeft: 'ArrowUp',
  ArrowDown: 'ArrowRight',
  ArrowUp: 'ArrowLeft',
};

/**
 * Onwards to the first child, back to the parent, sideways to the nearest node of the same layer, Home and End to the first and the
 * last node. Null for other keys and where nothing is there.
 */
export function neighbour(
  key: string,
  current: number,
  places: readonly Place[],
  edges: readonly Pick<MapEdge, 'from' | 'to'>[],
  direction: Direction,
): number | null {
  if (direction === 'across') {
    const turned = places.map(({ x, y }) => ({ x: y, y: x }));
    return neighbour(TURNED[key] ?? key, current, turned, edges, 'down');
  }
  const here = places[current];
  if (here === undefined) return places.length === 0 ? null : 0;
  switch (key) {
    case 'ArrowUp':
      return edges.find(({ to }) => to === current)?.from ?? null;
    case 'ArrowDown':
      return nearest(
        edges.flatMap(({ from, to }) => (from === current ? [to] : [])),
        places,
        here,
      );
    case 'ArrowLeft':
    case 'ArrowRight': {
      const isBeside = ({ x, y }: Place) => y === here.y && (key === 'ArrowLeft' ? x < here.x : x > here.x);
      return nearest(
        places.flatMap((place, index) => (isBeside(place) ? [index] : [])),
        places,
        here,
      );
    }
    case 'Home':
      return 0;
    case 'End':
      return places.length - 1;
    default:
      return null;
  }
}

/** Of some nodes the one least far to the side; null of none. */
function nearest(indexes: readonly number[], places: readonly Place[], here: Place): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const index of indexes) {
    const distance = Math.abs((places[index]?.x ?? 0) - here.x);
    if (distance >= least) continue;
    found = index;
    least = distance;
  }
  return found;
}
