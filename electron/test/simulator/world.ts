/** What all parts of the simulated Electron share in one main process. */
import type { Happening, Machine } from './machine.ts';

/** The test says it in SIMULATED_MACHINE. */
export const machine: Machine = JSON.parse(process.env.SIMULATED_MACHINE ?? '{}');

let ready = false;
export const isReady = () => ready;
export function setReady(): void {
  ready = true;
}

/** Throws Electron's sentence unless the app is ready. */
export function needsReady(sentence: string): void {
  if (!ready) throw new Error(sentence);
}

/** Tells the test. `sent` is called when it has been told. */
export function tell(what: string, detail: unknown = null, sent: () => void = () => {}): void {
  process.send?.({ happening: { what, with: detail } satisfies Happening }, undefined, {}, sent);
}

const presses = [...machine.presses];

/** The button that the person presses next. */
export function nextPress(cancelId: number): number {
  return presses.shift() ?? cancelId;
}

/** Whether a listener has called `preventDefault` of the event. */
export function dispatched(emit: (event: { preventDefault(): void }) => void): { isPrevented: boolean } {
  const state = { isPrevented: false };
  emit({
    preventDefault() {
      state.isPrevented = true;
    },
  });
  return state;
}
