import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import type { GoodsAtHand, OrderAtHand } from '../model/order-goods.ts';

/** What a row has room for. */
const MOST_KINDS = 2;

/** Goods and the clock of their warehouse for the rows of a page: a query each for all of them. */
export const ordersAtHand: BesideRows = async (tx, rows) => {
  const goods = await goodsAtHand(
    tx,
    rows.map((row) => String(row['id'])),
  );
  const zones = await zonesOf(
    tx,
    rows.flatMap((row) => (row['warehouseId'] as string | null) ?? []),
  );
  return new Map(
    rows.map((row) => {
      const id = String(row['id']);
      const warehouseZone = zones.get(String(row['warehouseId'])) ?? null;
      const beside: OrderAtHand = { goods: [], kinds: 0, ...goods.get(id), warehouseZone };
      return [id, { ...beside }];
    }),
  );
};

interface FirstLine {
  orderId: string;
  channelSku: string;
  name: string;
  skuId: string | null;
  qty: number;
  kinds: number;
}

async function goodsAtHand(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, Pick<OrderAtHand, 'goods' | 'kinds'>>> {
  const lines = await tx.rows<FirstLine>`
    select order_id, channel_sku, name, sku_id, qty, kinds
    from (select order_id, channel_sku, name, sku_id, qty,
        row_number() over (partition by order_id order by line_no) as place,
        (count(*) over (partition by order_id))::integer as kinds
      from order_line where tenant_id = ${tx.tenant} and order_id = any(${orderIds}::uuid[])) l
    where place <= ${MOST_KINDS} order by order_id, place`;
  const skuIds = [...new Set(lines.flatMap(({ skuId }) => skuId ?? []))];
  const faces = new Map((await skuFaces(tx, skuIds)).map((face) => [face.id, face]));
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  const goodsOf = ({ skuId, name, channelSku, qty }: FirstLine): GoodsAtHand => {
    const face = faces.get(skuId ?? '');
    return {
      name: face?.name ?? name,
      code: face?.skuCode ?? channelSku,
      qty,
      picture: (seesProducts ? face?.images[0] : null) ?? null,
    };
  };
  return new Map(
    [...Map.groupBy(lines, ({ orderId }) => orderId)].map(([id, own]) => [
      id,
      { goods: own.map(goodsOf), kinds: own[0]?.kinds ?? 0 },
    ]),
  );
}

async function zonesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const found = await pick(tx, warehouse, [
    'id',
    'timezone',
  ])`id = any(${[...new Set(ids)]}::uuid[])`;
  return new Map(found.map(({ id, timezone }) => [id, timezone]));
}
