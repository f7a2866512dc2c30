import { expect, it } from 'vitest';
import { holdUnsaved, isUnsaved, letUnsavedGo } from '../../../src/lib/window/unsaved.ts';

it('holds the window as long as something says so, and no longer than a person lets it go', () => {
  let isHeld = true;
  const end = holdUnsaved(() => isHeld);
  holdUnsaved(() => false);
  expect(isUnsaved()).toBe(true);
  isHeld = false;
  expect(isUnsaved()).toBe(false);
  isHeld = true;
  end();
  expect(isUnsaved()).toBe(false);
  holdUnsaved(() => true);
  letUnsavedGo();
  expect(isUnsaved()).toBe(false);
});
