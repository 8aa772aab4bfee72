import type { TreeLook } from './grid-tree.ts';

/** The button that opens and closes a row; arrow keys do the same from its cell. */
export function madeExpander(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = 'wb-grid-expander';
  // What is composed in the cell must leave the button alone.
  button.contentEditable = 'false';
  return button;
}

/** Writes a row's place in the tree onto its painted elements. */
export function paintTreeRow(row: HTMLElement, expander: HTMLElement | null, look: TreeLook, index: number): void {
  const { level, isOpen, isLoading, failure, position, siblings } = look;
  row.ariaLevel = String(level);
  row.ariaExpanded = isOpen === null ? null : String(isOpen);
  row.ariaPosInSet = String(position);
  row.ariaSetSize = String(siblings);
  row.ariaBusy = isLoading ? 'true' : null;
  row.style.setProperty('--wb-level', String(level));
  row.toggleAttribute('data-failed', failure !== null);
  if (!expander) return;
  expander.dataset['state'] = stateOf(look);
  expander.hidden = isOpen === null && !isLoading;
  const name = `第 ${index + 1} 行`;
  expander.textContent = failure === null ? '' : '加载失败，重试';
  expander.ariaLabel = failure === null ? `${isOpen ? '收起' : '展开'}${name}` : `${name}加载失败，重试`;
  expander.title = failure ?? '';
}

function stateOf({ isOpen, isLoading, failure }: TreeLook): string {
  if (isLoading) return 'loading';
  if (failure !== null) return 'failed';
  if (isOpen === null) return 'none';
  return isOpen ? 'open' : 'closed';
}
