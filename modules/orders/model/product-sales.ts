import { defineRoute, shape } from '#kit/model/route.ts';

/** So many days are added up, and as many before them to compare with. */
export const SALES_DAYS = 30;

/** What was ordered of a product lately, by whatever shop the reader may see. */
export interface ProductSales {
  /** Days of the tenant, the oldest first, with units ordered on each. */
  days: { day: string; units: number }[];
  units: number;
  unitsBefore: number;
  orders: number;
  amounts: { currency: string; amount: string }[];
  /** By SKU, what sells most first. */
  skus: { skuId: string; units: number; unitsBefore: number }[];
  /** Orders with units that are neither shipped nor cancelled. */
  open: {
    count: number;
    units: number;
    /** Those that have to leave first. */
    orders: {
      id: string;
      channelOrderNo: string;
      account: string;
      status: string;
      units: number;
      shipBy: string | null;
    }[];
  };
}

export const productSalesRoute = defineRoute({
  method: 'GET',
  path: '/orders/productSales/:id',
  access: { permission: 'orders:salesOrder:list' },
  summary: '产品：近30天销量与未完成订单',
  result: shape<ProductSales>(),
});
