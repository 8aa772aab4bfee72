import { defineRoute, shape } from '#kit/model/route.ts';

/** Most requests that are printed into one file. */
export const MOST_PRINTED = 100;

export const printPartsRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/partOrder/print',
  access: { permission: 'aftersales:partOrder:print' },
  summary: '打印补件拣货单',
  body: shape<{ ids: readonly string[] }>(),
  givesFile: true,
});
