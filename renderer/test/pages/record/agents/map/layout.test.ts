import { describe, expect, test } from 'vitest';
import { NODE_HEIGHT, NODE_WIDTH, type Place, placesOf } from '../../../../../src/pages/record/agents/map/layout.ts';

function overlap(a: Place, b: Place): boolean {
  return Math.abs(a.x - b.x) < NODE_WIDTH && Math.abs(a.y - b.y) < NODE_HEIGHT;
}

describe('placesOf', () => {
  test('nothing has no places', () => {
    expect(placesOf({ nodes: 0, edges: [], direction: 'down' })).toEqual([]);
  });

  test('parents stand above their children and nothing overlaps', () => {
    const edges = Array.from({ length: 40 }, (_, index) => ({ from: Math.floor(index / 3), to: index + 1 }));
    const places = placesOf({ nodes: 41, edges, direction: 'down' });
    expect(places).toHaveLength(41);
    for (const { from, to } of edges) {
      const above = places[from];
      const below = places[to];
      expect(above !== undefined && below !== undefined && above.y + NODE_HEIGHT < below.y).toBe(true);
    }
    for (const [index, place] of places.entries()) {
      expect(places.slice(index + 1).some((other) => overlap(place, other))).toBe(false);
    }
  });

  test('across, parents stand before their children', () => {
    const edges = [
      { from: 0, to: 1 },
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ];
    const places = placesOf({ nodes: 4, edges, direction: 'across' });
    for (const { from, to } of edges) {
      expect((places[from]?.x ?? 0) + NODE_WIDTH).toBeLessThan(places[to]?.x ?? 0);
    }
    expect(places[1]?.x).toBe(places[2]?.x);
  });

  test('across, a long chain is broken into rows of one width', () => {
    const edges = Array.from({ length: 9 }, (_, index) => ({ from: index, to: index + 1 }));
    const places = placesOf({ nodes: 10, edges, direction: 'across' });
    expect(places.map(({ x }) => x / (places[1]?.x ?? 1))).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
    for (const [index, place] of places.entries()) {
      expect(places.slice(index + 1).some((other) => overlap(place, other))).toBe(false);
    }
    // A branch makes it a tree.
    const branch = [...edges.slice(0, -1), { from: 3, to: 9 }];
    expect(new Set(placesOf({ nodes: 10, edges: branch, direction: 'across' }).map(({ x }) => x)).size).toBe(9);
  });

  test('nodes without edges are placed too', () => {
    const [a, b] = placesOf({ nodes: 2, edges: [], direction: 'across' });
    expect(a !== undefined && b !== undefined && !overlap(a, b)).toBe(true);
  });
});
