import { openFile, tell } from '#kit/web/index.ts';

/** Papers of shipments, as the routes are named. */
export const PAPERS = {
  printLabels: '打印面单',
  printPackingSlips: '打印装箱单',
  printPickList: '打印拣货单',
  printBoxMarks: '打印箱唛',
} as const;

export type Paper = keyof typeof PAPERS;

/** Most shipments the server merges into one file. */
export const MOST_PRINTED = 200;

/** Opens the merged PDF of some shipments, in the order they were chosen. */
export const print = (paper: Paper, ids: readonly string[]): Promise<void> =>
  show(`/fulfilment/shipment/${paper}`, { body: { ids } });

/** Opens one stored document of a shipment; looking at it is not counted as a print. */
export const openDocument = (id: string, kind: string): Promise<void> =>
  show(`/fulfilment/shipment/${encodeURIComponent(id)}/document`, {
    method: 'GET',
    query: { kind },
  });

async function show(path: string, options: Parameters<typeof openFile>[1]): Promise<void> {
  try {
    await openFile(path, options);
  } catch (error) {
    tell(error);
  }
}
