import { useCallback, useEffect, useState } from 'react';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { DEFAULT_PAGE_SIZE } from '#kit/model/limits.ts';
import { FILTERS, fittingRows, type RowLook } from './page-sizes.ts';

/** ms after which a window that is made larger or smaller is at rest. */
const AT_REST = 300;

/**
 * How many rows of a list the window has room for: known before anything is asked, so that one
 * question brings them all, and again once the window rests in another size, or a strip or a second
 * line of filters has come between. Phones have cards, and the specification's ten of them.
 * @returns the number, and the ref of what stands above the rows and may grow
 */
export function useFittingRows(look: RowLook): [number, (node: HTMLElement | null) => (() => void) | undefined] {
  const isMobile = useIsMobile();
  const [room, setRoom] = useState(() => measure([]));
  const [{ nodes, follow, grown }] = useState(() => {
    const seen = new Set<HTMLElement>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const next = measure(seen);
        setRoom((before) => (before.height === next.height && before.above === next.above ? before : next));
      }, AT_REST);
    };
    return {
      nodes: seen,
      follow: Object.assign(again, { stop: () => clearTimeout(timer) }),
      grown: new ResizeObserver(again),
    };
  });
  const place = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return undefined;
      nodes.add(node);
      grown.observe(node);
      return () => {
        nodes.delete(node);
        grown.unobserve(node);
        follow();
      };
    },
    [nodes, grown, follow],
  );
  useEffect(() => {
    addEventListener('resize', follow);
    return () => {
      follow.stop();
      removeEventListener('resize', follow);
    };
  }, [follow]);
  return [isMobile ? DEFAULT_PAGE_SIZE : fittingRows(room, look), place];
}

function measure(between: Iterable<HTMLElement>): { height: number; above: number } {
  const top = document.querySelector('.wb-main')?.getBoundingClientRect().top ?? 0;
  const heights = [...between].reduce((sum, node) => sum + node.offsetHeight, 0);
  return { height: innerHeight, above: Math.max(top + scrollY, 0) + Math.max(heights - FILTERS, 0) };
}
