import { type ComponentType, useEffect, useState } from 'react';
import type { FlowProps } from './flow.tsx';

/** The code that draws, loaded when a map is looked at first. */
export function useFlow(): ComponentType<FlowProps> | 'loading' | 'failed' {
  const [flow, setFlow] = useState<{ readonly Flow: ComponentType<FlowProps> } | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isShown = true;
    import('./flow.tsx').then(
      ({ Flow }) => isShown && setFlow({ Flow }),
      () => isShown && setFlow('failed'),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return typeof flow === 'string' ? flow : flow.Flow;
}
