import { newId } from '#kit/server/new-id.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY, newOrder, startedShipment, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';

export const CHAIR = 'WB-DCH-HOLM-S2';

export interface Stop {
  seq: number;
  bin: string | null;
  goods: { code: string };
  qty: number;
  picked: number;
  short: number;
  left: number;
  holder: string | null;
  slots: { slot: number; shipmentNo: string; picked: number; short: number }[];
}
export interface WaveDesk {
  status: string;
  assignee: string | null;
  assigneeName: string | null;
  shortCount: number;
  backCount: number;
  next: number | null;
  stops: Stop[];
  back: { taskId: string; qty: number; goods: { code: string } }[];
  shipments: { id: string; slot: number; shorts: number }[];
}
export interface Picked {
  desk: WaveDesk;
  into: { slot: number; qty: number }[];
}

/** A warehouse with stools and chairs in bins, and people who pick them. */
export interface WaveScene {
  scene: TestApp;
  clerk: Client;
  packer: Client;
  second: Client;
  here: string;
  /** A started shipment of stools and chairs. @returns its id and that of its order */
  started(stools: number, chairs?: number, more?: object): Promise<{ id: string; orderId: string }>;
  /** One wave of these, started by the packer. */
  made(ids: readonly string[], kind?: string): Promise<string>;
  deskOf(id: string): Promise<WaveDesk>;
  pick(who: Client, id: string, seq: number, qty: number, action?: string): Promise<Answer<Picked>>;
  short(who: Client, id: string, seq: number, qty: number): Promise<Answer<Picked>>;
  order(id: string): Promise<{ status: string; holds: string[] }>;
}

export const wavePath = (id: string, call: string): string => `/fulfilment/wave/${id}/${call}`;

export async function startWaveScene(): Promise<WaveScene> {
  const scene = await startTestApp();
  const clerk = await scene.as('yunying');
  const packer = await scene.as('cangku');
  const second = await scene.as('admin');
  const here = scene.seller.warehouses[NEW_JERSEY] as string;
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, 60);
  await addStock(scene, packer, CHAIR, 60);
  await placeGoods(scene, second, here);
  let streets = 0;
  return {
    scene,
    clerk,
    packer,
    second,
    here,
    async started(stools, chairs = 0, more = {}) {
      const lines = [
        ...(stools > 0 ? [{ partNumber: STOOL, quantity: stools }] : []),
        ...(chairs > 0 ? [{ partNumber: CHAIR, quantity: chairs }] : []),
      ];
      const { id } = await newOrder(scene, clerk, {
        lines,
        shipTo: { address1: `${(streets += 1)} Wave St` },
        ...more,
      });
      return { id: await startedShipment(scene, clerk, id), orderId: id };
    },
    async made(ids, kind = 'multi') {
      const { waves } = await must(clerk.post<{ waves: { id: string }[] }>('/fulfilment/wave/make', { ids, kind }));
      const [wave] = waves;
      if (!wave || waves.length > 1) throw new Error(`${waves.length} waves`);
      await must(packer.post(wavePath(wave.id, 'start')));
      return wave.id;
    },
    deskOf: (id) => must(packer.get<WaveDesk>(wavePath(id, 'desk'))),
    pick: (who, id, seq, qty, action = newId()) => who.post<Picked>(wavePath(id, 'pick'), { seq, qty, action }),
    short: (who, id, seq, qty) =>
      who.post<Picked>(wavePath(id, 'short'), { seq, qty, reason: '没找到', action: newId() }),
    order: (id) => must(second.get('/orders/salesOrder/queryById', { id })),
  };
}

/** Chairs stand at the end of the second aisle, stools at its beginning. */
async function placeGoods(scene: TestApp, admin: Client, here: string): Promise<void> {
  const added = async (path: string, body: Record<string, unknown>): Promise<string> =>
    (await must(admin.post<{ id: string }>(path, body))).id;
  const zoneId = await added('/base/warehouseZone/add', {
    warehouseId: here,
    code: 'W',
    name: '拣货区',
    purpose: 'good',
    status: 'enabled',
  });
  for (const [part, rack, walkOrder] of [
    [STOOL, '01', 1],
    [CHAIR, '09', 2],
  ] as const) {
    const binId = await added('/base/warehouseBin/add', {
      warehouseId: here,
      zoneId,
      code: `W-02-${rack}`,
      aisle: '02',
      rack,
      walkOrder,
      status: 'enabled',
    });
    const skuId = scene.seller.skus[part];
    await added('/inventory/skuBin/add', { warehouseId: here, skuId, binId, isPrimary: true });
  }
}
