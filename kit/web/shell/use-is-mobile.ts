import { useSyncExternalStore } from 'react';
import { MOBILE_UP_TO } from '#kit/model/limits.ts';

/** Rows of lists are cards on the smallest device. */
const QUERY = `(max-width: ${MOBILE_UP_TO}px)`;

let list: MediaQueryList | null = null;
const media = (): MediaQueryList => (list ??= window.matchMedia(QUERY));

function subscribe(listener: () => void): () => void {
  media().addEventListener('change', listener);
  return () => media().removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => media().matches);
