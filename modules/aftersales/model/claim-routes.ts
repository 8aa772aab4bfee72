import { choice, link } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import { claimParty } from './claim.ts';

/** 登记索赔: a draft with the goods of a shipment, to be looked over, proved and submitted. */
export const claimShipmentRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/claim/ofShipment',
  access: { permission: 'aftersales:claim:add' },
  summary: '索赔：由发货单登记',
  body: { shipmentId: link('发货单', 'fulfilment:shipment', { required: true }) },
  result: shape<{ id: string; claimNo: string }>(),
});

/** 登记索赔 of what came back: against who carried it, or who made it. */
export const claimReturnRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/claim/ofReturn',
  access: { permission: 'aftersales:claim:add' },
  summary: '索赔：由退货单登记',
  body: {
    returnId: link('退货单', 'aftersales:returnOrder', { required: true }),
    party: choice('索赔对象', claimParty, { required: true }),
    supplierId: link('供应商', 'base:supplier', { hint: '向供应商索赔时填' }),
  },
  result: shape<{ id: string; claimNo: string }>(),
});
