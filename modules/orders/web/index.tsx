import type { RouteSpecs } from '#kit/web/index.ts';

export {
  cancelRequestHere,
  chosenOrders,
  isInWork,
  orderDetailActions,
  orderDetailFulfilment,
  orderRowActions,
  orderStory,
  orderTimeline,
  unmappedPart,
} from './order-slots.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'orders/ManualOrder': { path: '/orders/new', title: '新增订单' },
  'orders/ManualOrderEdit': { path: '/orders/:id/edit', title: '编辑草稿' },
  'orders/OrderDetail': { detailOf: 'orders:salesOrder' },
};
