import { useEffect, useLayoutEffect, useRef } from 'react';

/** The window scrolls for all pages; each comes back to the front where it was left. */
export function usePageScroll(page: string | null): void {
  const left = useRef(new Map<string, number>());
  const front = useRef(page);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = (): void => {
      if (front.current !== null) left.current.set(front.current, window.scrollY);
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    front.current = page;
    window.scrollTo(0, left.current.get(page ?? '') ?? 0);
  }, [page]);
}
