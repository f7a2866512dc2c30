/** The lock of this window and what pages do with it. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { bridge } from '../../lib/shell/live-bridge.ts';
import { onPreferences, preferences } from '../../lib/state/preferences.ts';
import { AutoLock, type LockReason } from './auto-lock.ts';
import { watchWheel } from './wheel.ts';

const MINUTE_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const;

const limitMs = () => preferences().autoLockMinutes * MINUTE_MS;
const autoLock = new AutoLock(limitMs());
const isLocked = () => autoLock.isLocked();
const lockCount = () => autoLock.lockCount();
const onChange = (watch: () => void) => autoLock.onChange(watch);

/** Watches keys, pointer and visibility of the window, and the lock of the desktop, while the frame stands. */
export function useAutoLockWatch(): void {
  useEffect(() => {
    const touched = () => autoLock.touched();
    const seen = () => {
      if (document.visibilityState === 'hidden') autoLock.hidden();
      else autoLock.shown();
    };
    const setLimit = () => autoLock.setLimit(limitMs());
    // What the server keeps has usually come by now, but not when this script was loaded.
    setLimit();
    const end = onPreferences(setLimit);
    for (const name of TOUCHES) window.addEventListener(name, touched, { capture: true, passive: true });
    const endWheel = watchWheel(window, touched);
    document.addEventListener('visibilitychange', seen);
    const endLocked = bridge.onDesktopLocked(() => autoLock.left());
    autoLock.start();
    return () => {
      end();
      endLocked();
      endWheel();
      for (const name of TOUCHES) window.removeEventListener(name, touched, { capture: true });
      document.removeEventListener('visibilitychange', seen);
      autoLock.stop();
    };
  }, []);
}

/** Calls `forget` when the window locks itself or is put away: secrets that are shown or typed have to go. */
export function useOnLock(forget: (reason: LockReason) => void): void {
  const latest = useEffectEvent(forget);
  useEffect(() => onLock((reason) => latest(reason)), []);
}

/** The same for what outlives its page. Returns the function that ends it. */
export function onLock(forget: (reason: LockReason) => void): () => void {
  // Drawn at once: a field that goes before it was emptied keeps its text as long as anything keeps the field.
  return autoLock.onForget((reason) => flushSync(() => forget(reason)));
}

/** While it is so, the window is in use though nobody touches it. */
export function useKeepsUnlocked(isInUse: boolean): void {
  useEffect(() => (isInUse ? autoLock.keep() : undefined), [isInUse]);
}

export function useIsLocked(): boolean {
  return useSyncExternalStore(onChange, isLocked);
}

/**
 * Another number after each lock, as key of what held secrets. Emptying a field is not enough: React keeps the props of the
 * drawing before, and form elements keep states of their own, until they are gone.
 */
export function useLockCount(): number {
  return useSyncExternalStore(onChange, lockCount);
}

export function unlock(): void {
  autoLock.unlock();
}
