import type { PlacedColumn, SystemPart } from './grid-layout.ts';

/** Buttons that fill the cells of system columns. */
const BUTTONS: Partial<Record<SystemPart, string>> = {
  drag: 'wb-grid-handle',
  expand: 'wb-grid-unfold',
};

export function made(tag: string, className: string, role?: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  if (role) element.role = role;
  return element;
}

/** What stands in a painted cell: a text, or what a system column holds. */
export function madeContent({ part }: PlacedColumn, choice: 'checkbox' | 'radio'): Text | HTMLElement {
  if (part === 'choice') {
    const input = document.createElement('input');
    input.type = choice;
    input.tabIndex = -1;
    return input;
  }
  const name = part && BUTTONS[part];
  if (!name) return document.createTextNode('');
  const button = made('button', name) as HTMLButtonElement;
  button.type = 'button';
  button.tabIndex = -1;
  return button;
}

/** The button that opens what is below a row. @param isOpen null: nothing is */
export function paintUnfold(button: Element | null, isOpen: boolean | null, number: number): void {
  if (!(button instanceof HTMLElement)) return;
  button.hidden = isOpen === null;
  button.ariaExpanded = String(isOpen ?? false);
  button.ariaLabel = `${isOpen ? '收起' : '展开'}第 ${number} 行明细`;
  button.title = 'Ctrl+Enter';
}
