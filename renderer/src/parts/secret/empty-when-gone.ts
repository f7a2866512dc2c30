/**
 * For the `ref` of what is around a field for a secret: empties the field when it goes. A field that went with its text, as with
 * a sheet that closes over a draft, keeps it as long as anything in the browser keeps the field.
 */
export function emptyWhenGone(around: HTMLElement | null): (() => void) | undefined {
  if (around === null) return undefined;
  const fields = () => around.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return () =>
    queueMicrotask(() => {
      // In development React takes a ref away and brings it back at once.
      if (around.isConnected) return;
      for (const field of fields()) field.value = '';
    });
}
