import type { BesideRows } from '#kit/server/query/list.ts';

/** Whether labels of shipments are bought of a carrier: their method has an account there. */
export const boughtOf: BesideRows = async (tx, rows) => {
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.rows<{ id: string }>`
    select s.id from shipment s
      join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[]) and m.carrier_account_id is not null`;
  return new Map(found.map(({ id }) => [id, { isBought: true }]));
};
