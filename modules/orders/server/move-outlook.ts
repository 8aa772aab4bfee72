import type { Tx } from '#kit/server/database.ts';
import { availableOf } from '#modules/inventory/server/index.ts';
import type { OrderRow } from '../model/order.ts';

interface Figures {
  units: number;
  held: number;
  late: number;
  warehouses: number;
  sandbox: number;
}

/** Units of orders that are still to be shipped, those held, and those that wait for goods. */
const figuresOf = (tx: Tx, rows: readonly Pick<OrderRow, 'id'>[]): Promise<Figures> =>
  tx.one<Figures>`
    select coalesce(sum(l.qty - l.qty_cancelled - l.qty_shipped), 0)::integer as units,
      coalesce(sum(l.qty_reserved), 0)::integer as held,
      coalesce(sum(l.qty_backordered), 0)::integer as late,
      count(distinct l.warehouse_id)::integer as warehouses,
      count(distinct o.id) filter (where o.environment = 'sandbox')::integer as sandbox
    from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${tx.tenant} and o.id = any(${rows.map(({ id }) => id)}::uuid[])`;

const practice = ({ sandbox }: Figures): string[] => (sandbox > 0 ? [`其中 ${sandbox} 单为沙箱订单，不占库存`] : []);

/** 接单: what is held already, and what is still to be taken from the shelf or is short. */
export async function acceptOutlook(tx: Tx, rows: readonly OrderRow[]): Promise<string[]> {
  const figures = await figuresOf(tx, rows);
  const { units, held } = figures;
  const requested = units - held;
  const short = requested > 0 ? await shortUnits(tx, rows) : 0;
  const rest = [
    ...(requested > short ? [`接单时再预占 ${requested - short} 件`] : []),
    ...(short > 0 ? [`缺 ${short} 件`] : []),
  ];
  return [
    [`${rows.length} 单共 ${units} 件，已预占 ${held} 件`, ...rest].join('，'),
    '不产生费用；承诺的发货日按每行的预计发货日',
    ...practice(figures),
  ];
}

/** Units that no warehouse has for these orders together; of bundles nobody knows before they are held. */
async function shortUnits(tx: Tx, rows: readonly OrderRow[]): Promise<number> {
  const requested = await tx.rows<{ skuId: string; units: number }>`
    select l.sku_id, sum(l.qty - l.qty_cancelled - l.qty_shipped - l.qty_reserved - l.qty_backordered)::integer as units
    from order_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id and s.type <> 'bundle'
    where l.tenant_id = ${tx.tenant} and l.order_id = any(${rows.map(({ id }) => id)}::uuid[]) group by 1`;
  const levels = await availableOf(
    tx,
    requested.map(({ skuId }) => skuId),
  );
  const there = new Map<string, number>();
  for (const { skuId, available, oversellLimit } of levels)
    there.set(skuId, (there.get(skuId) ?? 0) + Math.max(0, available + oversellLimit));
  return requested.reduce((sum, { skuId, units }) => sum + Math.max(0, units - (there.get(skuId) ?? 0)), 0);
}

/** 拒单, 取消: what goes back to the shelf. */
export async function releaseOutlook(tx: Tx, rows: readonly OrderRow[]): Promise<string[]> {
  const figures = await figuresOf(tx, rows);
  return [`${rows.length} 单共 ${figures.units} 件不再发货，释放预占 ${figures.held} 件`, ...practice(figures)];
}

/** 开始配货: what the warehouses get to pack. */
export async function startOutlook(tx: Tx, rows: readonly OrderRow[]): Promise<string[]> {
  const figures = await figuresOf(tx, rows);
  const { held, late, warehouses } = figures;
  return [
    `${rows.length} 单生成发货单，${warehouses} 个仓库共 ${held} 件；库存在发货时才减少`,
    ...(late > 0 ? [`另有 ${late} 件缺货待补，到货后再配`] : []),
    ...practice(figures),
  ];
}

/** 换仓: what is given back, and held elsewhere. */
export async function moveOutlook(tx: Tx, rows: readonly OrderRow[]): Promise<string[]> {
  const { units, held, late } = await figuresOf(tx, rows);
  return [`${rows.length} 单释放预占 ${held} 件，在新的仓库预占 ${units - late} 件；库存总量不变`];
}
