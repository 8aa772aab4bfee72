import { useEffect, useEffectEvent } from 'react';
import { createScanReader } from './scan-reader.ts';

const TAKES_SIGNS = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** Hears what a scanner reads while no input has the keyboard: an input reads it by itself. */
export function useScanner(onNumber: (number: string) => void): void {
  const tell = useEffectEvent(onNumber);
  useEffect(() => {
    const reader = createScanReader();
    const listen = (event: KeyboardEvent): void => {
      const { target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.isComposing) return;
      if (target instanceof Element && target.closest(TAKES_SIGNS)) return;
      const number = reader(event);
      if (number === null) return;
      // The Enter of the scanner presses no button that happens to have the focus.
      event.preventDefault();
      tell(number);
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
