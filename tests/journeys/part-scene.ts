import { newId } from '#kit/server/new-id.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';

/** A table of four legs, a top and a bag of screws that nobody keeps; some lie in New Jersey. */
export interface PartScene {
  scene: TestApp;
  admin: Client;
  /** 客服 and 仓库. */
  service: Client;
  packer: Client;
  here: string;
  parent: string;
  leg: string;
  top: string;
  screws: string;
}

let made = 0;

/** Lets goods come into New Jersey, or leave. */
export const stock = (
  { scene }: Pick<PartScene, 'scene'>,
  skuId: string,
  qty: number,
  unitCost: string | null = null,
): Promise<unknown> =>
  look(scene, (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: newId(),
          skuId,
          warehouseId: scene.seller.warehouses[NEW_JERSEY] as string,
          condition: 'good',
          type: qty > 0 ? 'opening' : 'adjust_out',
          qty,
          unitCost,
          refType: 'test',
          refId: newId(),
          refNo: 'PART',
        },
      ],
    }),
  );

export async function setTable(
  scene: TestApp,
  { units = 3, cost = '100.00', legCost = '7.3333' as string | null, lister = null as Client | null } = {},
): Promise<PartScene> {
  const admin = await scene.as('admin');
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const add = async (code: string, more: object = {}): Promise<string> =>
    (
      await must(
        admin.post<{ id: string }>('/catalog/sku/add', {
          skuCode: code,
          name: code,
          productId,
          ...more,
        }),
      )
    ).id;
  const run = ++made;
  const parent = await add(`TABLE-${run}`);
  const part = (name: string, standardCost: string | null): Promise<string> =>
    add(`${name}-${run}`, { type: 'part', ...(standardCost ? { standardCost } : {}) });
  const leg = await part('LEG', legCost);
  const top = await part('TOP', legCost === null ? null : '40.00');
  const screws = await part('SCREWS', null);
  const rows = [
    { partSkuId: leg, qtyPerUnit: 4, isHarvestable: true, cartonNo: 1 },
    { partSkuId: top, qtyPerUnit: 1, isHarvestable: true, cartonNo: 2 },
    { partSkuId: screws, qtyPerUnit: 1, isHarvestable: false, cartonNo: 1 },
  ];
  for (const [at, row] of rows.entries())
    await must((lister ?? admin).post('/catalog/skuPart/add', { parentSkuId: parent, ordinal: at + 1, ...row }));
  for (const cartonNo of [1, 2])
    await must(
      admin.post('/catalog/skuCarton/add', {
        skuId: parent,
        cartonNo,
        label: `${cartonNo}/2`,
        lengthMm: 900,
        widthMm: 500,
        heightMm: 120,
        grossWeightG: 15_000,
      }),
    );
  const found = {
    scene,
    admin,
    parent,
    leg,
    top,
    screws,
    service: await scene.as('kefu'),
    packer: await scene.as('cangku'),
    here: scene.seller.warehouses[NEW_JERSEY] as string,
  };
  if (units > 0) await stock(found, parent, units, cost);
  return found;
}

/** A request for a leg, or for what is said, drafted. */
export async function draftRequest(
  { scene, service, here, parent, leg }: PartScene,
  more: object = {},
): Promise<string> {
  const body = {
    accountId: scene.seller.accountId,
    warehouseId: here,
    ...ADDRESS,
    lines: [{ parentSkuId: parent, partSkuId: leg, qty: 1, cause: 'damaged' }],
    ...more,
  };
  return (await must(service.post<{ id: string }>('/aftersales/partOrder/add', body))).id;
}

export async function request(table: PartScene, more: object = {}): Promise<string> {
  const id = await draftRequest(table, more);
  await must(step(table.service, id, 'submit'));
  return id;
}

export const step = (
  who: Client,
  id: string,
  move: string,
  answers: object = {},
  key: string = newId(),
): Promise<Answer<{ state: string }>> =>
  who.post(`/aftersales/partOrder/${id}/${move}`, answers, { 'idempotency-key': key });

export interface PartOrder {
  id: string;
  version: number;
  partOrderNo: string;
  channelPartNo: string;
  status: string;
  confirmBy: string;
  shipBy: string;
  dueAt: string | null;
  extendedTo: string | null;
  waitingCount: number;
  answerStatus: string;
  trackingNo: string | null;
  cost: string | null;
  residueLoss: string | null;
  shipToName: string;
  isMerged: boolean;
  lines: { partLine: (Record<string, unknown> & { id: string })[] };
}

export const readRequest = (who: Client, id: string): Promise<PartOrder> =>
  must(who.get<PartOrder>('/aftersales/partOrder/queryById', { id }));

/** The answer of 确认 that takes every line from one source. */
export async function from(who: Client, id: string, source: string, more: object = {}): Promise<{ lines: string }> {
  const { lines } = await readRequest(who, id);
  return {
    lines: JSON.stringify(lines.partLine.map((line) => ({ lineId: line.id, source, ...more }))),
  };
}

/** What lies in New Jersey and what is promised of it. */
export const level = ({ scene, here }: PartScene, skuId: string): Promise<{ onHand: number; reserved: number }> =>
  look(
    scene,
    async (tx) =>
      (await tx.maybe<{ onHand: number; reserved: number }>`
        select on_hand, reserved from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
          and warehouse_id = ${here}::uuid and sku_id = ${skuId}::uuid`) ?? {
        onHand: 0,
        reserved: 0,
      },
  );

/** What goods in New Jersey are worth, in cents. */
export const worth = async ({ scene, here }: PartScene, skuId: string): Promise<number> => {
  const { value } = await look(
    scene,
    (tx) => tx.one<{ value: bigint }>`
      select coalesce(sum(value_left), 0)::bigint as value from cost_layer where tenant_id = ${tx.tenant}
        and warehouse_id = ${here}::uuid and sku_id = ${skuId}::uuid`,
  );
  return Number(value);
};

export const SENT = { carrier: 'FedEx', trackingNo: '794600000001' };
