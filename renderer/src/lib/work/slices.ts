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

/** Until a frame is drawn where the window is hidden and none is, milliseconds. */
const HIDDEN_FRAME_MS = 100;

/** Settles in a task of its own after the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const frame = requestAnimationFrame(() => setTimeout(settle));
    const timer = setTimeout(settle, HIDDEN_FRAME_MS);
    function settle(): void {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      resolve();
    }
  });
}

/** Work that pauses by itself at least every millisecond, and ends with a result. */
export type Steps<T> = Generator<undefined, T>;

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Long work for an input that changes: one at a time, to its end, and then for the input that is the newest by then. So
 * there are results while the input changes faster than the work is done.
 */
export class NewestInSlices<I, T> {
  private readonly work: (input: I) => Steps<T>;
  private readonly onDone: (result: T, input: I) => void;
  private readonly onFailed: (error: unknown) => void;
  private underWay: { readonly steps: Steps<T>; readonly input: I } | null = null;
  private newest: { readonly input: I } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param onDone called for short work while `want` runs, and for long work in a task of its own
   * @param onFailed told in the same way what the work threw
   */
  constructor(work: (input: I) => Steps<T>, onDone: (result: T, input: I) => void, onFailed: (error: unknown) => void) {
    this.work = work;
    this.onDone = onDone;
    this.onFailed = onFailed;
  }

  want(input: I): void {
    this.newest = { input };
    if (this.underWay === null) this.goOn();
  }

  /** Nothing is done any more until something is wanted again. */
  stop(): void {
    clearTimeout(this.timer);
    this.underWay = null;
    this.newest = null;
  }

  private goOn(): void {
    clearTimeout(this.timer);
    if (this.underWay === null && this.newest !== null) {
      const { input } = this.newest;
      this.newest = null;
      this.underWay = { steps: this.work(input), input };
    }
    if (this.underWay === null) return;
    const { steps, input } = this.underWay;
    try {
      const result = sliceOf(steps);
      if (result !== null) {
        this.underWay = null;
        this.onDone(result.value, input);
      }
    } catch (error) {
      this.underWay = null;
      this.onFailed(error);
    }
    if (this.underWay !== null || this.newest !== null) this.timer = setTimeout(() => this.goOn());
  }
}

/** Does a slice of it. Answers the result, where there is one by then. */
function sliceOf<T>(steps: Steps<T>): { readonly value: T } | null {
  const end = performance.now() + SLICE_MS;
  do {
    const step = steps.next();
    if (step.done === true) return step;
  } while (performance.now() < end);
  return null;
}
