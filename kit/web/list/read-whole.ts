import type { MouseEvent } from 'react';

const LINES = '.wb-stack-upper, .wb-stack-lower, .wb-cell-cut';

/**
 * Gives a line of a cell that is cut off its whole text as a tooltip, when it is pointed at: most
 * never are, and a hundred rows have a thousand lines.
 */
export function readWhole({ target }: MouseEvent<HTMLElement>): void {
  const line = target instanceof Element ? target.closest<HTMLElement>(LINES) : null;
  if (!line || target === null) return;
  const isCut = [line, ...line.querySelectorAll('*')].some(
    (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
  );
  const parts = line.matches('.wb-stack-lower') ? [...line.children] : [line];
  if (isCut) line.title = parts.map((part) => part.textContent).join(' · ');
  else line.removeAttribute('title');
}
