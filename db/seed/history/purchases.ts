import { CALIFORNIA, NEW_JERSEY } from '#simulator/catalogue.ts';
import type { DemoSeller } from '../demo-seller.ts';
import { dayOf } from './day.ts';
import { CHAIR, FLOOR_LAMP, SOFA, TABLE_LAMP } from './known.ts';
import type { Person } from './people.ts';

const ORDER = 'purchasing/purchaseOrder';
const RECEIPT = 'inventory/inboundReceipt';

/** What a factory asks for the goods of the demo, and how many at least. */
const PRICES = [
  [CHAIR, '58.00', 20],
  [FLOOR_LAMP, '31.50', 24],
  [TABLE_LAMP, '12.80', 48],
  [SOFA, '212.00', 6],
] as const;

interface Buying {
  seller: DemoSeller;
  supplierId: string;
  now: Date;
}

/** Prices are agreed, and the first lamps are on their way. @returns the order */
export async function firstPurchases(buyer: Person, { seller, supplierId, now }: Buying): Promise<string> {
  for (const [code, unitPrice, minQty] of PRICES)
    await buyer.add('purchasing/supplierPrice', {
      supplierId,
      skuId: seller.skus[code],
      unitPrice,
      minQty,
      currency: 'USD',
      leadDays: 35,
      effectiveDate: dayOf(now, 0),
    });
  const id = await buyer.add(ORDER, {
    supplierId,
    warehouseId: seller.warehouses[NEW_JERSEY],
    currency: 'USD',
    eta: dayOf(now, 9),
    lines: [
      { skuId: seller.skus[TABLE_LAMP], qty: 96, unitPrice: '12.80' },
      { skuId: seller.skus[FLOOR_LAMP], qty: 48, unitPrice: '31.50' },
    ],
  });
  await buyer.move(ORDER, id, 'submit');
  await buyer.move(ORDER, id, 'order', { supplierRef: 'HB-2611-07' });
  return id;
}

/** A part of the lamps has come; the rest is waited for. */
export async function lampsCame(packer: Person, orderId: string): Promise<void> {
  const { poNo } = await packer.get<{ poNo: string }>(`/${ORDER}/queryById?id=${orderId}`);
  const { id } = await packer.first(`/${RECEIPT}/list?refNo=${poNo}`);
  await packer.move(RECEIPT, id, 'arrive');
  const desk = await packer.get<{ lines: { id: string; planned: number }[] }>(`/${RECEIPT}/${id}/desk`);
  const [lamps] = desk.lines;
  await packer.move(RECEIPT, id, 'receive', {
    lines: [{ lineId: lamps?.id, qty: (lamps?.planned ?? 0) / 2, condition: 'good' }],
  });
}

/** What is open today: one on its way, one that waits for a second person, one that is still being written. */
export async function openPurchases(buyer: Person, { seller, supplierId, now }: Buying): Promise<void> {
  const order = (code: string, qty: number, unitPrice: string, to: string): Promise<string> =>
    buyer.add(ORDER, {
      supplierId,
      warehouseId: seller.warehouses[to],
      currency: 'USD',
      eta: dayOf(now, 30),
      lines: [{ skuId: seller.skus[code], qty, unitPrice }],
    });
  const chairs = await order(CHAIR, 40, '58.00', CALIFORNIA);
  await buyer.move(ORDER, chairs, 'submit');
  await buyer.move(ORDER, chairs, 'order', { supplierRef: 'HB-2611-19' });
  // More than one person may order alone: it waits for somebody else.
  await buyer.move(ORDER, await order(SOFA, 30, '212.00', NEW_JERSEY), 'submit');
  await order(FLOOR_LAMP, 24, '31.50', CALIFORNIA);
}
