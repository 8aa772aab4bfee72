/** Routes of reports that ask for no right of their own: each report judges who may open it. */
export const openReports: readonly string[] = [
  'GET /online/cgreport/api/getParamsInfo/:code',
  'GET /online/cgreport/api/exportXls/:code',
  'GET /online/cgreport/api/exportManySheetXls',
  'POST /online/cgreport/api/printTicket',
];

/** A ticket speaks for whoever brings it, once. */
export const openPrints: readonly string[] = ['GET /online/cgreport/print'];
