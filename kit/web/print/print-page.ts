import type { RowAction } from '../lifecycle/row-action.ts';

/** Prints what is in front: the page, or a drawer over it that holds a row or a chapter. */
export async function printPage(): Promise<void> {
  const { preparePaper } = await import('./paper.ts');
  preparePaper();
  window.print();
}

/** As the last of a row's operations. */
export const PRINT_ACTION: RowAction = {
  key: 'print-page',
  title: '打印本页',
  isRare: true,
  onClick: () => void printPage(),
};
