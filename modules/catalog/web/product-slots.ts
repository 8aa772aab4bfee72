import { defineSlot } from '#kit/web/index.ts';

/** The product that a part of its page is about, with its SKUs as the reader may see them. */
export interface ProductPartProps {
  productId: string;
  skuIds: readonly string[];
  /** What a SKU is called here: its code and its variant. */
  nameOf: (skuId: string) => string;
}

/** Parts that upper modules add to a product: its stock, sales, listings, suppliers. */
export const productParts = defineSlot<ProductPartProps>('catalog.product');
