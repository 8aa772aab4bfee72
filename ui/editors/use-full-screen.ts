import { useEffect, useState } from 'react';

interface FullScreen {
  isFull: boolean;
  toggle: () => void;
}

/** What stands above the part and hears Escape itself. */
const ABOVE = '.ant-popover, .ant-dropdown, .cm-panel';

/** A part of the page that can take the whole window; Escape gives it back, wherever the focus is. */
export function useFullScreen(): FullScreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest(ABOVE)) return;
      // Before the editor within and before the drawer around.
      event.stopImmediatePropagation();
      event.preventDefault();
      setFull(false);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [isFull]);
  return { isFull, toggle: () => setFull(!isFull) };
}
