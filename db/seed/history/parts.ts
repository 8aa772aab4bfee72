import { partDeadlines } from '#modules/aftersales/model/part-clock.ts';
import { DEFAULT_CALENDAR, toWireTime, DEFAULT_ZONE } from '#kit/model/time.ts';
import { NEW_JERSEY, WAREHOUSES } from '#simulator/catalogue.ts';
import type { DemoSeller } from '../demo-seller.ts';
import { CHAIR } from './known.ts';
import type { Sold, SoldOrders } from './orders.ts';
import type { Person } from './people.ts';
import type { Crew } from './returns.ts';

const PART = 'aftersales/partOrder';

/** Parts of the chair: code, name, place on its drawing, how many a set of two has, on the shelf. */
const PARTS = [
  ['BACK', '椅背', 500, 230, 2, 0, '14.20'],
  ['SEAT', '座板', 500, 500, 2, 0, '11.60'],
  ['LEG', '椅腿', 300, 720, 8, 14, '4.10'],
  ['BAG', '五金包', 815, 740, 2, 25, '1.35'],
] as const;
export type PartName = (typeof PARTS)[number][0];
export type Parts = Readonly<Record<PartName, string>>;

/** The chair gets its drawing with its parts, and those that are kept get their stock. */
export async function layOutParts(
  { clerk, packer }: Pick<Crew, 'clerk' | 'packer'>,
  { skus, warehouses }: DemoSeller,
  drawing: Buffer,
): Promise<Parts> {
  const parentSkuId = skus[CHAIR] ?? '';
  const { productId } = await clerk.first<{ productId: string }>(`/catalog/sku/list?skuCode=${CHAIR}`);
  await clerk.edit('catalog/sku', parentSkuId, {
    drawing: await clerk.upload('霍尔姆餐椅爆炸图.png', drawing),
  });
  const made: [PartName, string][] = [];
  for (const [at, [code, name, pointX, pointY, qtyPerUnit, , standardCost]] of PARTS.entries()) {
    const part = { skuCode: `${CHAIR}-${code}`, name, productId, type: 'part', standardCost };
    const partSkuId = await clerk.add('catalog/sku', part);
    made.push([code, partSkuId]);
    await clerk.add('catalog/skuPart', {
      parentSkuId,
      partSkuId,
      ordinal: at + 1,
      pointX,
      pointY,
      qtyPerUnit,
      cartonNo: 1,
      partClass: code === 'BAG' ? 'common' : 'component',
      isHarvestable: true,
    });
  }
  const parts = Object.fromEntries(made) as Record<PartName, string>;
  const lines = PARTS.flatMap(([code, , , , , qty, unitCost]) =>
    qty === 0 ? [] : [{ skuId: parts[code], condition: 'good', qty, unitCost }],
  );
  const stock = { kind: 'opening', warehouseId: warehouses[NEW_JERSEY], reason: '期初配件', lines };
  const id = await packer.add('inventory/stockAdjustment', stock);
  await packer.move('inventory/stockAdjustment', id, 'submit');
  return parts;
}

interface Wanted {
  part: PartName | null;
  qty?: number;
  cause: 'missing' | 'damaged' | 'defective' | 'wrong';
  description?: string;
  photo?: Buffer;
  receivedAt?: Date;
}

/** Asks for parts of chairs that were sold. @returns the id */
export async function askParts(
  service: Person,
  { order, parts, accountId }: { order: Sold; parts: Parts; accountId: string },
  { part, qty = 1, cause, description, photo, receivedAt }: Wanted,
): Promise<string> {
  const id = await service.add(PART, {
    orderId: order.id,
    accountId,
    ...(photo ? { photos: await service.upload('破损配件.png', photo) } : {}),
    ...(receivedAt ? { receivedAt: toWireTime(receivedAt, DEFAULT_ZONE) } : {}),
    lines: [
      {
        parentSkuId: order.skuId,
        qty,
        cause,
        ...(part ? { partSkuId: parts[part] } : {}),
        ...(description ? { description } : {}),
      },
    ],
  });
  await service.move(PART, id, 'submit');
  return id;
}

const lineOf = async (who: Person, id: string): Promise<string> => {
  const { lines } = await who.get<{ lines: { partLine: { id: string }[] } }>(`/${PART}/queryById?id=${id}`);
  return lines.partLine[0]?.id ?? '';
};

/** 确认 from a source that is named. */
export async function promise(service: Person, id: string, source: 'partStock' | 'harvest'): Promise<void> {
  const lines = JSON.stringify([{ lineId: await lineOf(service, id), source }]);
  await service.move(PART, id, 'confirm', { lines });
}

/** What was asked for first: most has left by now, one was refused, one was forgotten in the warehouse. */
export async function firstRequests(
  { service, packer }: Crew,
  sold: SoldOrders,
  about: { parts: Parts; accountId: string },
  photo: Buffer,
): Promise<void> {
  const request = (order: Sold, requested: Wanted): Promise<string> =>
    askParts(service, { order, ...about }, requested);
  const leaving = [
    await request(sold.chairA, { part: 'LEG', qty: 1, cause: 'damaged', photo }),
    await request(sold.chairB, { part: 'BAG', qty: 1, cause: 'missing' }),
    await request(sold.chairC, { part: 'LEG', qty: 2, cause: 'defective' }),
    await request(sold.chairD, { part: 'BAG', qty: 2, cause: 'missing' }),
  ];
  const forgotten = await request(sold.chairB, { part: 'LEG', qty: 1, cause: 'damaged' });
  for (const id of [...leaving, forgotten]) await promise(service, id, 'partStock');
  for (const [at, id] of leaving.entries())
    await packer.move(PART, id, 'ship', {
      carrier: at === 2 ? 'UPS' : 'FedEx',
      trackingNo: at === 2 ? '1Z84F60351200917' : `79464188${4110 + at * 37}`,
    });
  const refused = await request(sold.chairD, { part: 'SEAT', qty: 8, cause: 'damaged' });
  await service.move(PART, refused, 'reject', {
    rejectReason: 'tooLarge',
    reason: '四套座板全换，按整件退货处理',
  });
}

/** What is open now: to be confirmed today and later, waited for, and to be shipped. */
export async function openRequests(
  { service }: Crew,
  sold: SoldOrders,
  about: { parts: Parts; accountId: string; now: Date },
  photo: Buffer,
): Promise<void> {
  const request = (order: Sold, requested: Wanted): Promise<string> =>
    askParts(service, { order, ...about }, requested);
  const shelf = await request(sold.chairA, { part: 'BAG', cause: 'missing' });
  await promise(service, shelf, 'partStock');
  const apart = await request(sold.crack, { part: 'BACK', cause: 'damaged', photo });
  await promise(service, apart, 'harvest');
  const unclear = await request(sold.chairC, {
    part: null,
    cause: 'missing',
    description: '买家：说明书第 7 步那个零件',
  });
  await service.move(PART, unclear, 'needInfo', {
    reason: '请买家拍下包装内全部零件和说明书那一页',
  });
  await request(sold.chairD, {
    part: 'LEG',
    qty: 1,
    cause: 'damaged',
    photo,
    receivedAt: dueNext(about.now),
  });
  await request(sold.coming, { part: 'SEAT', qty: 1, cause: 'damaged' });
}

const HOUR = 3_600_000;
const NEARLY = 2 * HOUR;
const DAYS_BACK = 8;
/** As a channel counts where a shop says nothing else. */
const USUAL = { partConfirmWorkdays: 1, partShipWorkdays: 5, partExtendMaxDays: 10 };

/** When a request came that is to be confirmed next: today, unless that is a day off. */
function dueNext(now: Date): Date {
  const zone = WAREHOUSES.find(({ supplierId }) => supplierId === NEW_JERSEY)?.timeZone ?? 'UTC';
  const place = { calendar: DEFAULT_CALENDAR, zone };
  for (let back = DAYS_BACK; back > 0; back--) {
    const received = new Date(now.getTime() - back * 24 * HOUR);
    const { confirmBy } = partDeadlines(received, USUAL, place);
    if (confirmBy.getTime() > now.getTime() + NEARLY) return received;
  }
  return now;
}
