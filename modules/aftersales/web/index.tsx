import type { RouteSpecs } from '#kit/web/index.ts';

export { partStory, returnStory } from './aftersales-slots.ts';
export { isSent } from './sent-order.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'aftersales/ReturnDetail': {
    path: '/orders/return/:id',
    title: '退货单',
    detailOf: 'aftersales:returnOrder',
  },
  'aftersales/InspectPage': { path: '/orders/return/:id/inspect', title: '质检' },
  'aftersales/PartOrderNew': { path: '/orders/part/new', title: '新增配件补发' },
  'aftersales/PartOrderEdit': { path: '/orders/part/:id/edit', title: '编辑配件补发' },
  'aftersales/PartOrderDetail': {
    path: '/orders/part/:id',
    title: '配件补发单',
    detailOf: 'aftersales:partOrder',
  },
};
