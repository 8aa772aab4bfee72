import type { PlacedColumn } from './grid-layout.ts';

export function made(tag: string, className: string, role?: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  if (role) element.role = role;
  return element;
}

/** What stands in a painted cell: a text, or what a system column holds. */
export function madeContent(
  { part }: PlacedColumn,
  choice: 'checkbox' | 'radio',
): Text | HTMLElement {
  if (part === 'choice') {
    const input = document.createElement('input');
    input.type = choice;
    input.tabIndex = -1;
    return input;
  }
  if (part !== 'drag') return document.createTextNode('');
  const handle = made('button', 'wb-grid-handle') as HTMLButtonElement;
  handle.type = 'button';
  handle.tabIndex = -1;
  return handle;
}
