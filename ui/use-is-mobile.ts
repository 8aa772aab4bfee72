import { useSyncExternalStore } from 'react';
import { MOBILE } from './use-device.ts';

let list: MediaQueryList | null = null;
const media = (): MediaQueryList => (list ??= window.matchMedia(MOBILE));

function subscribe(listener: () => void): () => void {
  media().addEventListener('change', listener);
  return () => media().removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => media().matches);
