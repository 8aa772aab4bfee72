import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import { stillOwed } from '../../model/return-errors.ts';
import type { ReturnedGoods, ReturnFace } from '../../model/return-face.ts';
import { owedReturns } from './close-return.ts';

/** What a row has room for. */
const MOST_KINDS = 2;

/** Goods with their pictures, number of the order and its buyer for the rows of a page: a query each for all. */
export const returnFaces: BesideRows = async (tx, rows) => {
  const ids = rows.map((row) => String(row['id']));
  const goods = await goodsOf(tx, ids);
  const orders = await ordersOf(tx, ids);
  const owed = await owedReturns(tx, rows);
  return new Map(
    ids.map((id) => {
      const face: ReturnFace = {
        goods: [],
        kinds: 0,
        channelOrderNo: null,
        ...goods.get(id),
        ...orders.get(id),
        ...(owed.has(id) ? { barred: { close: stillOwed().message } } : {}),
      };
      return [id, { ...face }];
    }),
  );
};

interface FirstLine {
  returnId: string;
  skuId: string;
  qty: number;
  kinds: number;
}

async function goodsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Pick<ReturnFace, 'goods' | 'kinds'>>> {
  const lines = await tx.rows<FirstLine>`
    select return_id, sku_id, qty, kinds
    from (select return_id, sku_id, qty_requested as qty,
        row_number() over (partition by return_id order by create_time, id) as place,
        (count(*) over (partition by return_id))::integer as kinds
      from return_line where tenant_id = ${tx.tenant} and return_id = any(${[...ids]}::uuid[])) l
    where place <= ${MOST_KINDS} order by return_id, place`;
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))];
  const faces = new Map((await skuFaces(tx, skuIds)).map((face) => [face.id, face]));
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  const shown = ({ skuId, qty }: FirstLine): ReturnedGoods => {
    const face = faces.get(skuId);
    const picture = (seesProducts ? face?.images[0] : null) ?? null;
    return { code: face?.skuCode ?? '', name: face?.name ?? '', qty, picture };
  };
  return new Map(
    [...Map.groupBy(lines, ({ returnId }) => returnId)].map(([id, own]) => [
      id,
      { goods: own.map(shown), kinds: own[0]?.kinds ?? 0 },
    ]),
  );
}

/** Whoever sees a return knows the number of its order; the buyer is for those who may see buyers. */
async function ordersOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Pick<ReturnFace, 'buyer' | 'channelOrderNo'>>> {
  const rows = await tx.rows<{ id: string; channelOrderNo: string; buyer: string | null }>`
    select r.id, o.channel_order_no, o.ship_to_name as buyer
    from return_order r join sales_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
    where r.tenant_id = ${tx.tenant} and r.id = any(${[...ids]}::uuid[])`;
  const seesBuyers = may(tx.actor, 'field:pii:view');
  return new Map(
    rows.map(({ id, channelOrderNo, buyer }) => [id, { channelOrderNo, ...(seesBuyers ? { buyer } : {}) }]),
  );
}
