import { useEffect, useState } from 'react';

/** Code that is loaded when it is needed first, such as what draws graphs. `load` is the same function each time. */
export function useLoaded<T extends object>(load: () => Promise<T>): T | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<T | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isShown = true;
    load().then(
      (code) => isShown && setLoaded(code),
      () => isShown && setLoaded('failed'),
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  return loaded;
}
