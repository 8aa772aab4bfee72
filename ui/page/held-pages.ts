import { useInsertionEffect, useRef } from 'react';
import { useOptionalPage } from './page-context.ts';

/** What was typed, as it is kept for somebody who could not be asked (drafts.ts). */
export interface WorkDraft {
  /** What it is typed into: the same form of the same row finds it again. */
  key: string;
  /** What people call that: 新增产品. */
  title: string;
  values: Readonly<Record<string, unknown>>;
}

interface Work {
  page: string;
  draft: () => WorkDraft | null;
}

/** What somebody typed without storing it, in the order of its beginning. */
const held = new Set<Work>();

/** Whether unsaved work stands on a page: it is not dropped from memory, nor closed unasked. */
export const isHeld = (page: string): boolean => [...held].some((work) => work.page === page);

/** The pages with unsaved work; '' stands for what is outside of any. */
export const heldPages = (): string[] => [...new Set([...held].map(({ page }) => page))];

/** The unsaved work that can be kept, with the page it stands on. */
export const heldDrafts = (): (WorkDraft & { page: string })[] =>
  [...held].flatMap(({ page, draft }) => {
    const stored = draft();
    return stored ? [{ ...stored, page }] : [];
  });

/** Nobody is asked any more: the work was given up, or is kept elsewhere. */
export function release(): void {
  held.clear();
  window.removeEventListener('beforeunload', confirmLeaving);
}

const NO_DRAFT = (): null => null;

/**
 * Holds the page a component stands in, and the browser window, while something is unsaved.
 * @param draft what to keep of it when nobody can be asked; never a password or another secret
 */
export function useUnsavedWork(isDirty: boolean, draft: () => WorkDraft | null = NO_DRAFT): void {
  const page = useOptionalPage()?.path ?? '';
  const latest = useRef(draft);
  useInsertionEffect(() => {
    latest.current = draft;
  });
  // Other effects end when the page goes behind another; this one lives as long as what it holds.
  useInsertionEffect(() => {
    if (!isDirty) return;
    const work: Work = { page, draft: () => latest.current() };
    held.add(work);
    window.addEventListener('beforeunload', confirmLeaving);
    return () => {
      held.delete(work);
      if (held.size === 0) window.removeEventListener('beforeunload', confirmLeaving);
    };
  }, [isDirty, page]);
}

/** The browser asks in its own words. */
const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
