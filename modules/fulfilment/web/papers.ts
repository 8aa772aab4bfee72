import { openFile, tell } from '#kit/web/index.ts';

/** Papers of shipments, as the routes are named. */
export const PAPERS = {
  printLabels: '打印面单',
  printPackingSlips: '打印装箱单',
  printPickList: '打印拣货单',
  printBoxMarks: '打印箱唛',
} as const;

export type Paper = keyof typeof PAPERS;

/** Opens the merged PDF of some shipments, in the order they were chosen. */
export async function print(paper: Paper, ids: readonly string[]): Promise<void> {
  try {
    await openFile(`/fulfilment/shipment/${paper}`, { body: { ids } });
  } catch (error) {
    tell(error);
  }
}
