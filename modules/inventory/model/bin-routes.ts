import { defineRoute } from '#kit/model/route.ts';

/** 设为主货位: in the place of the one that was it. */
export const makePrimaryRoute = defineRoute({
  method: 'POST',
  path: '/inventory/skuBin/:id/primary',
  access: { permission: 'inventory:skuBin:edit' },
  summary: '设为主货位',
});
