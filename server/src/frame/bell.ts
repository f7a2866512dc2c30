/** Wakes whoever waits for something to happen. */
export interface Bell {
  ring(): void;
  /** What was rung before is not waited for any more. */
  quiet(): void;
  /** Settles at a ring since it was last quiet, or once the signal fires. */
  rung(): Promise<void>;
  /** The same, and after this time in any case. */
  wait(milliseconds: number): Promise<void>;
  /** Settles after this time, or once the signal fires, whoever rings. */
  pause(milliseconds: number): Promise<void>;
  close(): void;
}

export function createBell(signal: AbortSignal): Bell {
  let rung = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const ring = () => rung.resolve();
  const end = () => {
    ring();
    over.resolve();
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });

  async function within(happening: Promise<void>, milliseconds: number): Promise<void> {
    const time = Promise.withResolvers<void>();
    const timer = setTimeout(time.resolve, milliseconds);
    timer.unref();
    await Promise.race([happening, time.promise]);
    clearTimeout(timer);
  }

  return {
    ring,
    quiet() {
      if (!signal.aborted) rung = Promise.withResolvers();
    },
    rung: () => rung.promise,
    wait: (milliseconds) => within(rung.promise, milliseconds),
    pause: (milliseconds) => within(over.promise, milliseconds),
    close: () => signal.removeEventListener('abort', end),
  };
}
