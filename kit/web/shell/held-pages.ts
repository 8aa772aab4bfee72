import { useInsertionEffect } from 'react';
import { useOptionalPage } from './page-context.ts';

/** Pages somebody typed into without storing it: how many places of each. */
const held = new Map<string, number>();

/** Whether unsaved work stands on a page: it is not dropped from memory, nor closed unasked. */
export const isHeld = (page: string): boolean => held.has(page);

/** Holds the page a component stands in, and the browser window, while something is unsaved. */
export function useUnsavedWork(isDirty: boolean): void {
  const page = useOptionalPage()?.path ?? '';
  // Other effects end when the page goes behind another; this one lives as long as what it holds.
  useInsertionEffect(() => {
    if (!isDirty) return;
    held.set(page, (held.get(page) ?? 0) + 1);
    if (held.size === 1) window.addEventListener('beforeunload', askBeforeLeaving);
    return () => {
      const left = (held.get(page) ?? 1) - 1;
      if (left > 0) held.set(page, left);
      else held.delete(page);
      if (held.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
    };
  }, [isDirty, page]);
}

/** The browser asks in its own words. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
