import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';

interface DialogCellProps {
  /** The cell was clicked or entered: nobody shall have to click a second time. */
  opensAtOnce: boolean;
  /** Asked whenever this is drawn: whether the field knows what it holds. */
  isReady?: () => boolean;
  children: ReactNode;
}

/**
 * A field over a dialog as the editor of a cell: its dialog opens as soon as the field is ready, and
 * leaves the keyboard to the field, so that it goes on in the grid.
 */
export function DialogCell({ opensAtOnce, isReady = () => true, children }: DialogCellProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const isDue = useRef(opensAtOnce);
  const stop = useRef<() => void>(null);
  const input = (): HTMLInputElement | null => box.current?.querySelector('input') ?? null;
  useEffect(() => {
    if (!isDue.current || !isReady() || !box.current) return;
    const open = (): boolean => {
      const field = input();
      if (!field || !isDue.current) return false;
      isDue.current = false;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      return true;
    };
    if (open()) return;
    // The code of the field is on its way. Once it stands it may first ask what it holds.
    const observer = new MutationObserver(() =>
      requestAnimationFrame(() => {
        if (isReady() && open()) observer.disconnect();
      }),
    );
    observer.observe(box.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  });
  useEffect(() => () => stop.current?.(), []);
  const follow = ({ target }: FocusEvent<HTMLElement>): void => {
    if (box.current?.contains(target)) return;
    stop.current?.();
    stop.current = onceGone(target, () => {
      if (document.activeElement === document.body) input()?.focus({ preventScroll: true });
    });
  };
  return (
    <div ref={box} onFocus={follow}>
      {children}
    </div>
  );
}

/** Tells when what holds an element elsewhere in the page is taken away. @returns stops watching */
function onceGone(element: HTMLElement, notify: () => void): () => void {
  let held = element;
  while (held.parentElement && held.parentElement !== document.body) held = held.parentElement;
  const observer = new MutationObserver(() => {
    if (held.isConnected) return;
    observer.disconnect();
    notify();
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
