import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import { barredByDispute, openDisputes } from './open-disputes.ts';
import { barredBySplit, shopsWithoutSplit } from './split-order.ts';
import type { GoodsAtHand, OrderAtHand } from '../model/order-goods.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';

/** What a row has room for. */
const MOST_KINDS = 2;

const { split, dispute, acceptPrice } = orderLifecycle.moves;
/** States in which an order is divided, or its price argued about. */
const BEFORE_WORK: ReadonlySet<string> = new Set([...split.from, ...dispute.from, ...acceptPrice.from]);

const idOf = (row: Record<string, unknown>): string => String(row['id']);

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
  // Of orders that have left nothing is asked that is done before.
  const open = rows.filter((row) => BEFORE_WORK.has(String(row['status'])));
  const disputed = open.length > 0 ? await openDisputes(tx, open.map(idOf)) : new Map();
  const noSplit =
    open.length > 0
      ? await shopsWithoutSplit(
          tx,
          open.map((row) => ({ accountId: String(row['accountId']) })),
        )
      : new Set<string>();
  return new Map(
    rows.map((row) => {
      const id = String(row['id']);
      const barred = {
        ...barredBySplit(noSplit, { accountId: row['accountId'], orderType: row['orderType'] }),
        ...(disputed.has(id) ? barredByDispute() : {}),
      };
      const warehouseZone = zones.get(String(row['warehouseId'])) ?? null;
      const beside: OrderAtHand = {
        goods: [],
        kinds: 0,
        ...goods.get(id),
        warehouseZone,
        barred,
      };
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
  const found = await pick(tx, warehouse, ['id', 'timezone'])`id = any(${[...new Set(ids)]}::uuid[])`;
  return new Map(found.map(({ id, timezone }) => [id, timezone]));
}
