/** Routes of reports that ask for no right of their own: each report judges who may open it. */
export const openReports: readonly string[] = [
  'GET /online/cgreport/api/getParamsInfo/:code',
  'GET /online/cgreport/api/exportXls/:code',
];
