import { useLayoutEffect, useState, type CSSProperties } from 'react';
import { tagsOf } from './held-rows.ts';

/** Where the tags of an order stand in the window, however the page is scrolled; their last place once they are gone. */
export function useAnchor(id: string): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ left: '50%', top: '30%' });
  useLayoutEffect(() => {
    const follow = (): void => {
      const box = tagsOf(id)?.getBoundingClientRect();
      if (box) setPlace({ left: box.left, top: box.top, width: box.width, height: box.height });
    };
    follow();
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [id]);
  return place;
}
