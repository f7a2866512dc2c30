/** The bridge of this window. */
import { bridgeOf } from './bridge.ts';

export const bridge = bridgeOf(Reflect.get(globalThis, 'touchstone'), {
  download(name, bytes, mediaType) {
    const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    // The browser reads the address after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  },
  print: () => window.print(),
});
