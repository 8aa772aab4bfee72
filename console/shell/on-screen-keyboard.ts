import { useEffect, useState } from 'react';

/** Less than any keyboard takes, more than the bars of a browser that come and go. */
const KEYBOARD_FROM = 150;

/** Whether so much of the window's height is gone that a keyboard must stand there. */
export const isCovered = (tallest: number, height: number): boolean => tallest - height > KEYBOARD_FROM;

/** Whether the keyboard of a phone is open: it takes the height that was there before. */
export function useOnScreenKeyboard(): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    let tallest = view.height * view.scale;
    let width = window.innerWidth;
    const follow = (): void => {
      const height = view.height * view.scale;
      // A phone that was turned is another window.
      if (window.innerWidth !== width) tallest = 0;
      width = window.innerWidth;
      tallest = Math.max(tallest, height);
      setOpen(isCovered(tallest, height));
    };
    view.addEventListener('resize', follow);
    return () => view.removeEventListener('resize', follow);
  }, []);
  return isOpen;
}
