import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ignoreWheel, WHEEL_PAUSE_MS, watchWheel } from '../../../src/parts/lock/wheel.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps listeners for the wheel away, and no others', () => {
  const element = new EventTarget();
  ignoreWheel(element);
  const heard: string[] = [];
  for (const type of ['wheel', 'click']) element.addEventListener(type, () => heard.push(type));
  for (const type of ['wheel', 'click']) element.dispatchEvent(new Event(type));
  expect(heard).toEqual(['click']);
});

it('sees one turn of the wheel and none in the pause after it', () => {
  const target = new EventTarget();
  const turned = vi.fn();
  const end = watchWheel(target, turned);
  const turn = () => target.dispatchEvent(new Event('wheel'));
  turn();
  turn();
  vi.advanceTimersByTime(WHEEL_PAUSE_MS - 1);
  turn();
  expect(turned).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  turn();
  expect(turned).toHaveBeenCalledTimes(2);
  end();
  vi.advanceTimersByTime(WHEEL_PAUSE_MS);
  turn();
  expect(turned).toHaveBeenCalledTimes(2);
});

it('ends before the first turn too', () => {
  const target = new EventTarget();
  const turned = vi.fn();
  watchWheel(target, turned)();
  target.dispatchEvent(new Event('wheel'));
  expect(turned).not.toHaveBeenCalled();
});
