import { may } from '#kit/server/actor.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import type { GoodsAtHand } from '#modules/orders/model/order-goods.ts';
import type { ShipmentFace } from '../model/shipment-face.ts';

interface Found extends Omit<ShipmentFace, 'goods'> {
  id: string;
  goods: GoodsAtHand[] | null;
}

/**
 * What a list of shipments shows beside their fields, by one query for a page: the first two kinds of goods,
 * the clock of the warehouse, and whether the label is bought of a carrier.
 */
export const shipmentsAtHand: BesideRows = async (tx, rows) => {
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.rows<Found>`
    select s.id, w.timezone as warehouse_zone, m.carrier_account_id is not null as is_bought, g.goods,
      coalesce(g.kinds, 0)::integer as kinds
    from shipment s
    join warehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id
    left join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
    left join (
      select l.shipment_id, count(*) as kinds, jsonb_agg(
        jsonb_build_object('name', k.name, 'code', k.sku_code, 'qty', l.qty,
          'picture', (coalesce(nullif(k.images, '{}'), p.images))[1])
        order by l.place) filter (where l.place <= 2) as goods
      from (
        select shipment_id, sku_id, qty,
          row_number() over (partition by shipment_id order by create_time, id) as place
        from shipment_line where tenant_id = ${tx.tenant} and shipment_id = any(${ids}::uuid[])) l
      join sku k on k.tenant_id = ${tx.tenant} and k.id = l.sku_id
      join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
      group by 1) g on g.shipment_id = s.id
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])`;
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  return new Map(
    found.map(({ id, goods, kinds, warehouseZone, isBought }) => {
      const face: ShipmentFace = {
        warehouseZone,
        kinds,
        goods: (goods ?? []).map((one) => (seesProducts ? one : { ...one, picture: null })),
        ...(isBought ? { isBought } : {}),
      };
      return [id, { ...face }];
    }),
  );
};
