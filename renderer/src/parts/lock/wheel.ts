/**
 * Turns of the wheel without the main thread. Where anybody listens for them, also passively, Chromium hands each turn to
 * that thread to find out whom it concerns: a tenth of what scrolling a long list costs there.
 */

/** How long nobody listens after a turn that was seen, milliseconds. */
export const WHEEL_PAUSE_MS = 10_000;

type Root = Pick<EventTarget, 'addEventListener'>;

/**
 * Keeps React from listening for the wheel at an element. At its root, and where its portals lead, it listens for every
 * event that it knows, whether a component asks for it or not. `onWheel` does nothing below such an element.
 */
export function ignoreWheel(element: Root): void {
  const listen = element.addEventListener.bind(element);
  element.addEventListener = (type, listener, options) => {
    if (type !== 'wheel') listen(type, listener, options);
  };
}

/** Calls `turned` for a turn of the wheel, and for none in the pause after it. Returns the function that ends it. */
export function watchWheel(target: EventTarget, turned: () => void): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const see = () => {
    turned();
    pause = setTimeout(listen, WHEEL_PAUSE_MS);
  };
  const listen = () => target.addEventListener('wheel', see, { capture: true, passive: true, once: true });
  listen();
  return () => {
    clearTimeout(pause);
    target.removeEventListener('wheel', see, { capture: true });
  };
}
