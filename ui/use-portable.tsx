import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface Portable {
  /** Keeps the content alive: drawn once, wherever the place is, and where there is none. */
  alive: ReactNode;
  /** Where the content is seen; in one place at a time. */
  place: ReactNode;
}

/**
 * Content that moves between two places, as from a head into its menu when the window becomes narrow, and stays
 * the same: a dialog that it has opened stays open, with what was chosen in it.
 */
export function usePortable(content: ReactNode): Portable {
  const [{ host, take }] = useState(() => {
    const made = document.createElement('div');
    made.style.display = 'contents';
    return { host: made, take: (node: HTMLElement | null): void => node?.append(made) };
  });
  return { alive: createPortal(content, host), place: <div ref={take} style={{ display: 'contents' }} /> };
}
