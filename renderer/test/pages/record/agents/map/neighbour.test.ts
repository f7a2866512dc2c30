import { describe, expect, test } from 'vitest';
import { neighbour } from '../../../../../src/pages/record/agents/map/neighbour.ts';

/** 0 above 1, 2, 3, which stand beside each other in the order 1, 3, 2. */
const PLACES = [
  { x: 100, y: 0 },
  { x: 0, y: 100 },
  { x: 240, y: 100 },
  { x: 110, y: 100 },
];
const EDGES = [
  { from: 0, to: 1 },
  { from: 0, to: 2 },
  { from: 0, to: 3 },
];
const from = (current: number, key: string) => neighbour(key, current, PLACES, EDGES, 'down');

describe('neighbour', () => {
  test('up to the parent, down to the child that is least far to the side', () => {
    expect([from(1, 'ArrowUp'), from(2, 'ArrowUp'), from(0, 'ArrowDown')]).toEqual([0, 0, 3]);
  });
  test('left and right to the nearest of the same layer', () => {
    expect([from(1, 'ArrowRight'), from(3, 'ArrowRight'), from(2, 'ArrowLeft')]).toEqual([3, 2, 3]);
  });
  test('across, right leads to the child, left to the parent, up and down to the nearest of the same layer', () => {
    const turned = PLACES.map(({ x, y }) => ({ x: y, y: x }));
    const across = (current: number, key: string) => neighbour(key, current, turned, EDGES, 'across');
    expect([across(0, 'ArrowRight'), across(1, 'ArrowLeft')]).toEqual([3, 0]);
    expect([across(1, 'ArrowDown'), across(2, 'ArrowUp'), across(0, 'ArrowLeft')]).toEqual([3, 3, null]);
    expect(across(2, 'Home')).toBe(0);
  });
  test('nowhere at the edges and for other keys', () => {
    expect(['ArrowUp', 'ArrowLeft', 'Tab'].map((key) => from(0, key))).toEqual([null, null, null]);
    expect(from(2, 'ArrowDown')).toBeNull();
  });
  test('home, end, and back onto the map', () => {
    expect([from(2, 'Home'), from(1, 'End')]).toEqual([0, 3]);
    expect(neighbour('ArrowDown', 9, PLACES, EDGES, 'down')).toBe(0);
    expect(neighbour('ArrowDown', 0, [], [], 'down')).toBeNull();
  });
});
