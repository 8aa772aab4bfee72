import type { Carried, StoredLine } from './plain-orders.ts';
import type { Happened } from './walk-law.ts';
import type { Held, Seen } from './walk-orders.ts';
import { rowsOf } from './walk-reader.ts';
import type { Walk } from './walk-scene.ts';

/** What the database says of a step: what happened, what is held, and the lines that it was about. */

/**
 * History since the last row, whether anything still goes out, and what is held for orders and parts: all of it
 * where it is not what it was, by a checksum over every row of it.
 */
const SEEN = `with held as (
  select kind, order_id as "orderId", order_line_id as "orderLineId", warehouse_id as "warehouseId",
    sku_id as "skuId", sum(qty)::integer as qty
  from reservation where tenant_id = 1 and status = 'open' and kind in ('order', 'part')
    and sku_id = any($3::uuid[]) group by 1, 2, 3, 4, 5),
checksum as (
  select count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws(' ', kind, "orderLineId", "warehouseId",
    "skuId", qty), 0)), 0) as sum from held)
select json_build_object(
  'rows', (${rowsOf(`
    select id, resource as key, row_id as "rowId", from_state as "from", to_state as "to", move
    from state_log where tenant_id = 1 and id > $1::uuid order by id`)}),
  'isBusy', exists (select 1 from delivery where tenant_id = 1
    and (status = 'running' or (status = 'pending' and next_at <= $2))),
  'checksum', (select sum from checksum),
  'held', case when (select sum from checksum) <> $4 then (${rowsOf('select * from held')}) end)`;

const CARRIED = rowsOf(`
  select l.id, l.shipment_id as "shipmentId", s.warehouse_id as "warehouseId",
    l.order_line_id as "orderLineId", l.sku_id as "skuId", l.qty
  from shipment s join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
  where s.tenant_id = 1 and s.id = any($1::uuid[]) order by l.id`);

/** Lines of orders that moved, that parcels carried, or that something came back of. */
const LINES = rowsOf(`
  select l.id, l.order_id as "orderId", l.sku_id as "skuId", l.qty, l.qty_cancelled as cancelled,
    l.qty_shipped as shipped, coalesce(l.cogs, 0)::text as cost, l.line_net::text as net,
    l.qty_returned as returned, coalesce(l.part_cost, 0)::text as "partCost",
    o.channel_order_no as "channelOrderNo", o.return_status as "returnStatus"
  from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
  where l.tenant_id = 1 and o.order_type in ('manual', 'replacement') and l.order_id in (
    select unnest($1::uuid[]) union
    select order_id from order_line where tenant_id = 1 and id = any($2::uuid[]) union
    select order_id from return_order where tenant_id = 1 and id = any($3::uuid[]) union
    select order_id from part_order where tenant_id = 1 and id = any($3::uuid[]))
  order by l.id`);

type WireLine = Omit<StoredLine, 'cost' | 'net' | 'partCost'> & {
  cost: string;
  net: string;
  partCost: string;
};

/** Remembers where the history was read to, and what was held then. */
export class Observer {
  readonly #walk: Walk;
  #last: string;
  #checksum = '';
  #held: Held[] = [];

  constructor(walk: Walk, last: string) {
    this.#walk = walk;
    this.#last = last;
  }

  /** What has happened since the last call; what goes out of a step is waited for. */
  async seen(skuIds: readonly string[]): Promise<Seen> {
    let known = await this.#look(skuIds);
    for (let round = 0; known.isBusy && round < 50; round++) {
      await this.#walk.scene.app.worker.settled();
      known = await this.#look(skuIds);
    }
    const { rows, held, checksum } = known;
    const isHeldOther = checksum !== this.#checksum;
    this.#held = held ?? this.#held;
    this.#checksum = checksum;
    this.#last = rows.at(-1)?.id ?? this.#last;
    const carried = await this.#carried(rows);
    const lines = await this.#lines(rows, carried);
    return { rows, isHeldOther, held: this.#held, carried, lines };
  }

  #look(skuIds: readonly string[]) {
    const { ask, scene } = this.#walk;
    return ask<{ rows: Happened[]; isBusy: boolean; checksum: string; held: Held[] | null }>(SEEN, [
      this.#last,
      scene.now(),
      skuIds,
      this.#checksum,
    ]);
  }

  async #carried(rows: readonly Happened[]): Promise<Carried[]> {
    const ids = idsOf(rows, 'fulfilment:shipment');
    return ids.length === 0 ? [] : this.#walk.ask<Carried[]>(CARRIED, [ids]);
  }

  async #lines(rows: readonly Happened[], carried: readonly Carried[]): Promise<StoredLine[]> {
    const orders = idsOf(rows, 'orders:salesOrder');
    const after = idsOf(rows, 'aftersales:returnOrder', 'aftersales:partOrder');
    if (orders.length + carried.length + after.length === 0) return [];
    const lines = await this.#walk.ask<WireLine[]>(LINES, [
      orders,
      carried.map(({ orderLineId }) => orderLineId),
      after,
    ]);
    return lines.map(({ cost, net, partCost, ...line }) => ({
      ...line,
      cost: BigInt(cost),
      net: BigInt(net),
      partCost: BigInt(partCost),
    }));
  }
}

const idsOf = (rows: readonly Happened[], ...keys: readonly string[]): string[] =>
  rows.filter(({ key }) => keys.includes(key)).map(({ rowId }) => rowId);
