import { useEffect, useState } from 'react';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { DEFAULT_PAGE_SIZE } from '#kit/model/limits.ts';
import { fittingRows, type RowLook } from './page-sizes.ts';

/** ms after which a window that is made larger or smaller is at rest. */
const AT_REST = 300;

/**
 * How many rows of a list the window has room for: known before anything is asked, so that one
 * question brings them all, and again once the window rests in another size. Phones have cards, and
 * the specification's ten of them.
 */
export function useFittingRows(look: RowLook): number {
  const isMobile = useIsMobile();
  const [room, setRoom] = useState(measure);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setRoom(measure()), AT_REST);
    };
    addEventListener('resize', follow);
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', follow);
    };
  }, []);
  return isMobile ? DEFAULT_PAGE_SIZE : fittingRows(room, look);
}

function measure(): { height: number; above: number } {
  const top = document.querySelector('.wb-main')?.getBoundingClientRect().top ?? 0;
  return { height: innerHeight, above: Math.max(top + scrollY, 0) };
}
