import { beforeEach, describe, expect, test } from 'vitest';
import { KEY_PAUSE_MS, PressWatch } from '../../../src/parts/work/ignore-second-press.ts';

describe('a second press', () => {
  const button = new EventTarget();
  const field = new EventTarget();
  let watch: PressWatch;
  beforeEach(() => {
    watch = new PressWatch();
  });
  const click = (detail: number, timeStamp = 0) => watch.see({ type: 'click', target: button, timeStamp, detail });
  const key = (key: string, timeStamp: number, { target = button, repeat = false } = {}) =>
    watch.see({ type: 'keydown', target, timeStamp, key, repeat });

  test('is the second click of a double click, and every further one', () => {
    click(1);
    expect(watch.isSecond()).toBe(false);
    click(2);
    expect(watch.isSecond()).toBe(true);
    click(3);
    expect(watch.isSecond()).toBe(true);
    click(1);
    expect(watch.isSecond()).toBe(false);
  });

  test('is over with its event: what starts by itself afterwards was not pressed', () => {
    click(2);
    watch.end();
    expect(watch.isSecond()).toBe(false);
  });

  test('is a key that is held down, also by the click that it makes', () => {
    key('Enter', 0);
    expect(watch.isSecond()).toBe(false);
    key('Enter', 2_000, { repeat: true });
    click(0);
    expect(watch.isSecond()).toBe(true);
  });

  test('is the same key at the same place within the pause', () => {
    key('Enter', 0);
    watch.end();
    key('Enter', KEY_PAUSE_MS - 1);
    expect(watch.isSecond()).toBe(true);
    watch.end();
    key('Enter', 2 * KEY_PAUSE_MS);
    expect(watch.isSecond()).toBe(false);
  });

  test.each([
    ['another place', () => key('Enter', 20, { target: field })],
    ['another key', () => key(' ', 20)],
    [
      'something typed in between',
      () => {
        key('a', 10);
        key('Enter', 20);
      },
    ],
    [
      'a value changed in between',
      () => {
        watch.see({ type: 'input', target: field, timeStamp: 10 });
        key('Enter', 20);
      },
    ],
    [
      'a click in between',
      () => {
        click(1, 10);
        key('Enter', 20);
      },
    ],
  ])('is none after %s', (_, press) => {
    key('Enter', 0);
    watch.end();
    press();
    expect(watch.isSecond()).toBe(false);
  });
});
