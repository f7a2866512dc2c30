/** What this window holds that is nowhere else. The browser asks before the window goes, and the frame before it signs out. */
const checks = new Set<() => boolean>();

/** Has the person be asked as long as `isHeld` says so. Returns the function that ends it. */
export function holdUnsaved(isHeld: () => boolean): () => void {
  checks.add(isHeld);
  return () => checks.delete(isHeld);
}

export function isUnsaved(): boolean {
  return [...checks].some((isHeld) => isHeld());
}

/** The person was asked and lets it go. */
export function letUnsavedGo(): void {
  checks.clear();
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (isUnsaved()) event.preventDefault();
});
