import { create } from 'zustand';

export type ColorScheme = 'light' | 'dark';

/**
 * Whether the console is light or dark now, for what paints with colours of its own: charts, code,
 * the widget library. Everything else follows `data-theme` of the document by its tokens. Set by the
 * settings.
 */
export const useColorScheme = create<{ scheme: ColorScheme }>(() => ({ scheme: 'light' }));

/** A colour of tokens.css as it is now. @param name without its prefix: `text-weak` */
export const toneNow = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wb-${name}`).trim();
