/** Long work on the page's own thread, in slices between frames: what it costs a frame stays within console.md, rule 8. */

/** Work between two pauses, milliseconds: half of what a frame may cost. */
export const SLICE_MS = 4;

/** Steps between two looks at the clock. */
const STEPS = 256;

/**
 * Runs `step` for every number below `count`, and lets the page do what waits between two slices: input, layout, paint.
 * What one slice can do is done when this returns. Ends early where `signal` is aborted between slices; the caller looks.
 */
export async function inSlices(count: number, step: (index: number) => void, signal?: AbortSignal): Promise<void> {
  let end = performance.now() + SLICE_MS;
  for (let index = 0; index < count; index++) {
    step(index);
    if (index % STEPS !== STEPS - 1 || performance.now() < end) continue;
    await nextTask();
    if (signal?.aborted === true) return;
    end = performance.now() + SLICE_MS;
  }
}

/** Settles in a task of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
