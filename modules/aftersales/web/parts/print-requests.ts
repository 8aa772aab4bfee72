import { openFrom, toastError, toastMissing } from '#kit/web/index.ts';
import { printPartsRoute } from '../../model/part-print.ts';

/** Opens what to fetch for some requests, in the order they were chosen. */
export const printRequests = (ids: readonly string[]): Promise<void> =>
  openFrom(printPartsRoute, { body: { ids } }).then(toastMissing).catch(toastError);
