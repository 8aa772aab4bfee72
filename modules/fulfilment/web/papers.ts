import { openFrom, toastError, toastMissing } from '#kit/web/index.ts';
import { documentRoute, PAPERS, type Paper } from '../model/routes.ts';

/** Opens the merged PDF of some shipments, in the order they were chosen. */
export const print = (paper: Paper, ids: readonly string[]): Promise<void> =>
  openFrom(PAPERS[paper], { body: { ids } }).then(toastMissing).catch(toastError);

/** Opens one stored document of a shipment; looking at it is not counted as a print. */
export const openDocument = (id: string, kind: string): Promise<void> =>
  openFrom(documentRoute, { params: { id }, query: { kind } }).then(toastMissing).catch(toastError);
