import { useCallback, useState } from 'react';

/**
 * px that an element has across; null until it stands, and what it had while it is out of sight.
 * @returns the ref that the element takes, and its width
 */
export function useRoom(): [(node: HTMLElement | null) => (() => void) | undefined, number | null] {
  const [room, setRoom] = useState<number | null>(null);
  const place = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const measure = (): void => {
      if (node.clientWidth > 0) setRoom(node.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [place, room];
}
