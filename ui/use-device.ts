import { useSyncExternalStore } from 'react';
import { MOBILE_UP_TO, TABLET_UP_TO } from '#kit/model/limits.ts';

/** What the console is looked at with (spec §9): only a desktop has room for menu and page tabs. */
export type Device = 'desktop' | 'tablet' | 'mobile';

/** Up to a hundredth below a whole pixel: Chromium takes `max-width: 1087.99px` for 1088 as well. */
const below = (width: number): string => `(width < ${Math.ceil(width)}px)`;
export const MOBILE = below(MOBILE_UP_TO);
const TABLET = below(TABLET_UP_TO);

let lists: { mobile: MediaQueryList; tablet: MediaQueryList } | null = null;
const media = (): { mobile: MediaQueryList; tablet: MediaQueryList } =>
  (lists ??= { mobile: window.matchMedia(MOBILE), tablet: window.matchMedia(TABLET) });

function subscribe(listener: () => void): () => void {
  const { mobile, tablet } = media();
  for (const list of [mobile, tablet]) list.addEventListener('change', listener);
  return () => {
    for (const list of [mobile, tablet]) list.removeEventListener('change', listener);
  };
}

function device(): Device {
  const { mobile, tablet } = media();
  if (mobile.matches) return 'mobile';
  return tablet.matches ? 'tablet' : 'desktop';
}

/** The device by the width of the window. */
export const useDevice = (): Device => useSyncExternalStore(subscribe, device);
