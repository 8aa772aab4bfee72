const DIALOGS = '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)';

/** A scanner types a whole number in less time than a person takes for the next key: its letters move nothing. */
export const SCANNER_MS = 120;

/** Whether a key is for the page: not typed into an input or a dialog, and no shortcut of the browser. */
export function isPageKey({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'))
    // A ticked box is no place to type.
    return target instanceof HTMLInputElement && target.type === 'checkbox';
  return document.querySelector(DIALOGS) === null;
}
