/** When a window forgets the secrets in it: nobody touched it for a while, it was put away, or the desktop was locked (console.md, rule 6). */

/** `idle`: no key and no pointer for the time set, or the desktop was locked. `hidden`: another tab, a minimised window or the screen lock covers it. */
export type LockReason = 'idle' | 'hidden';

/** How often what goes on without a touch is counted; shorter than any limit. */
const KEEP_MS = 15_000;

/** Watches one window. Times are those of the wall clock, so that a machine that slept is found locked. */
export class AutoLock {
  private limitMs: number;
  private lastActiveAt = Date.now();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private locked = false;
  private locks = 0;
  private readonly forgetters = new Set<(reason: LockReason) => void>();
  private readonly watchers = new Set<() => void>();

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  /** Begins to count. */
  start(): void {
    this.lastActiveAt = Date.now();
    this.arm();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  setLimit(limitMs: number): void {
    this.limitMs = limitMs;
    if (this.timer !== null) this.arm();
  }

  /** A key or the pointer was used. What comes too late, as after the machine slept, finds the window locked. */
  touched(): void {
    if (this.locked) return;
    if (Date.now() - this.lastActiveAt >= this.limitMs) this.lock();
    else this.lastActiveAt = Date.now();
  }

  /**
   * Counts as use until the function that it returns is called: a call, in which nobody touches the window. A sleep of the
   * machine is none, for no timer runs in it.
   */
  keep(): () => void {
    this.touched();
    const timer = setInterval(() => this.touched(), KEEP_MS);
    return () => clearInterval(timer);
  }

  /** The screen was locked, or the machine goes to sleep: not even a call keeps the window open. */
  left(): void {
    if (!this.locked) this.lock();
  }

  /** The window was put away: secrets go, but nobody has to unlock anything afterwards. */
  hidden(): void {
    for (const forget of [...this.forgetters]) forget('hidden');
  }

  /** The window is seen again, perhaps after hours without a timer. */
  shown(): void {
    if (!this.locked && Date.now() - this.lastActiveAt >= this.limitMs) this.lock();
  }

  isLocked(): boolean {
    return this.locked;
  }

  /** How often the window has locked itself. */
  lockCount(): number {
    return this.locks;
  }

  unlock(): void {
    this.locked = false;
    this.start();
    this.tell();
  }

  /** Calls `forget` whenever secrets have to go. Returns the function that ends it. */
  onForget(forget: (reason: LockReason) => void): () => void {
    this.forgetters.add(forget);
    return () => this.forgetters.delete(forget);
  }

  /** Calls `watch` when the window locks or unlocks. Returns the function that ends it. */
  onChange(watch: () => void): () => void {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }

  private lock(): void {
    this.locked = true;
    this.locks += 1;
    this.stop();
    for (const forget of [...this.forgetters]) forget('idle');
    this.tell();
  }

  private tell(): void {
    for (const watch of [...this.watchers]) watch();
  }

  /** One timer that looks at the clock; touching the window does not move it. */
  private arm(): void {
    this.stop();
    const wait = Math.max(0, this.lastActiveAt + this.limitMs - Date.now());
    this.timer = setTimeout(() => {
      if (Date.now() - this.lastActiveAt >= this.limitMs) this.lock();
      else this.arm();
    }, wait);
  }
}
