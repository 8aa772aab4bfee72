import { useCallback, useEffect, useState, type RefObject } from 'react';
import { HEADER_HIDES_AFTER } from '#kit/model/limits.ts';

/** Whether the header hides after a scroll: downwards past the limit it does, upwards it returns. */
export function hidesAfter(from: number, to: number, isHidden: boolean): boolean {
  if (to <= HEADER_HIDES_AFTER || to < from) return false;
  return to > from || isHidden;
}

/**
 * Whether the header is out of the way. It stays while the keyboard is in it, and comes back when
 * another page comes to the front.
 */
export function useHeaderHiding(
  isRequested: boolean,
  header: RefObject<HTMLElement | null>,
  page: string | null,
): { isHidden: boolean; show: () => void } {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    setHidden(false);
    if (!isRequested) return;
    let last = window.scrollY;
    const follow = (): void => {
      const from = last;
      last = window.scrollY;
      const isInUse = header.current?.querySelector(':focus-visible') != null;
      setHidden((was) => !isInUse && hidesAfter(from, last, was));
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [isRequested, header, page]);
  const show = useCallback(() => setHidden(false), []);
  return { isHidden: isRequested && isHidden, show };
}
