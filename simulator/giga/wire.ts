/** Items as the supplier writes them. */
import type { GigaItem } from './state.ts';

const money = (cents: number): number => cents / 100;

const timeText = (at: number): string => new Date(at - 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const listedWire = (item: GigaItem) => ({
  sku: item.sku,
  productName: item.name,
  updateTime: timeText(item.updatedAt),
  firstArrivalDate: timeText(item.addedAt).slice(0, 10),
  addedTime: timeText(item.addedAt),
});

export function detailWire(item: GigaItem) {
  const [length, width, height] = item.size;
  return {
    sku: item.sku,
    mpn: item.sku,
    productName: item.name,
    description: `${item.name}.`,
    characteristics: [],
    mainImageUrl: `https://images.giga.example/${item.sku}.jpg?expires=1`,
    imageUrls: [],
    category: item.category,
    comboFlag: false,
    overSizeFlag: item.weight > 100,
    weightUnit: 'lb',
    lengthUnit: 'in',
    weight: item.weight,
    length,
    width,
    height,
    assembledLength: 'Not Applicable',
    sellerInfo: { sellerStore: 'GIGA Home', sellerType: 'GENERAL' },
    skuAvailable: item.isAvailable,
    unAvailablePlatform: item.banned,
    newArrivalFlag: false,
  };
}

export const priceWire = (item: GigaItem) => ({
  sku: item.sku,
  currency: 'USD',
  price: item.isAvailable ? money(item.price) : null,
  exclusivePrice: item.isAvailable && item.exclusive !== null ? money(item.exclusive) : null,
  discountedPrice: item.isAvailable && item.discounted ? money(item.discounted.price) : null,
  promotionFrom: item.discounted?.from ?? null,
  promotionTo: item.discounted?.to ?? null,
  shippingFee: item.isAvailable ? money(item.shipping) : null,
  spotPrice: item.tiers.map((tier) => ({ minQuantity: tier.min, maxQuantity: tier.max, price: money(tier.price) })),
  skuAvailable: item.isAvailable,
});

export const stockWire = (item: GigaItem) => ({
  sku: item.sku,
  buyerInventoryInfo: { totalBuyerAvailableInventory: 0, buyerInventoryDistribution: [] },
  sellerInventoryInfo: {
    sellerAvailableInventory: item.stock.reduce((sum, { min }) => sum + min, 0),
    sellerInventoryDistribution: item.stock.map(({ warehouse, min, max }) => ({
      warehouseCode: warehouse,
      availableQtyMin: min,
      availableQtyMax: max,
    })),
    nextArrivalInventory: item.arrival
      ? {
          nextArrivalBegin: item.arrival.begin,
          nextArrivalEnd: item.arrival.begin,
          nextArrivalQtyMin: item.arrival.qty,
          nextArrivalQtyMax: item.arrival.qty,
        }
      : {},
  },
});
