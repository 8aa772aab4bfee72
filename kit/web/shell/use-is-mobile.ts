import { useSyncExternalStore } from 'react';

/** Spec §9: up to 767.99 px is the smallest device, a drawer takes the place of the side menu. */
const QUERY = '(max-width: 767.99px)';

let list: MediaQueryList | null = null;
const media = (): MediaQueryList => (list ??= window.matchMedia(QUERY));

function subscribe(listener: () => void): () => void {
  media().addEventListener('change', listener);
  return () => media().removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => media().matches);
