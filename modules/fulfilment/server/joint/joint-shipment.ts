import type { Refusal } from '#kit/model/refusal.ts';
import { moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { ledByAnother } from '../../model/errors.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';

/** What is done to a joint shipment is done to the one that leads it. */
export async function partnerRefusals(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, Refusal>> {
  const leads = [...new Set(rows.flatMap(({ leadId }) => (leadId ? [leadId] : [])))];
  if (leads.length === 0) return new Map();
  const found = await pick(tx, shipment, ['id', 'shipmentNo'])`id = any(${leads}::uuid[])`;
  const numbers = new Map(found.map(({ id, shipmentNo }) => [id, shipmentNo]));
  return new Map(
    rows.flatMap(({ id, leadId }) =>
      leadId ? [[id, ledByAnother({ shipmentNo: numbers.get(leadId) ?? '' })] as const] : [],
    ),
  );
}

/** Shipments that these lead, locked in the order of their ids where it is no preview. */
export async function partnersOf(
  tx: Tx,
  leads: readonly ShipmentRow[],
  { isPreview = false }: { isPreview?: boolean } = {},
): Promise<ShipmentRow[]> {
  const ids = leads.filter(({ partnerCount }) => partnerCount > 0).map(({ id }) => id);
  if (ids.length === 0) return [];
  return tx.query<ShipmentRow>(sql`
    select * from shipment where tenant_id = ${tx.tenant} and lead_id = any(${ids}::uuid[])
    order by id ${isPreview ? sql`` : sql`for update`}`);
}

/**
 * These and the shipments that they lead, whose goods lie in their boxes.
 * @returns the leading shipment by id of each of them, in the order of `ids`, each before its partners
 */
export async function leadsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; leadId: string }>`
    select id, lead_id from shipment
    where tenant_id = ${tx.tenant} and lead_id = any(${ids}::uuid[]) order by lead_id, id`;
  const partners = Map.groupBy(rows, ({ leadId }) => leadId);
  return new Map(
    ids.flatMap((id) => [[id, id] as const, ...(partners.get(id) ?? []).map((partner) => [partner.id, id] as const)]),
  );
}

/** Partners go the way their lead goes, by a command of the same move that refuses no partner. */
export async function moveJointShipments(
  tx: Tx,
  leads: readonly ShipmentRow[],
  move: Command,
  answers: Record<string, unknown> = {},
): Promise<void> {
  const partners = await partnersOf(tx, leads);
  if (partners.length > 0)
    await moveInTransaction(
      tx,
      move,
      partners.map(({ id }) => id),
      answers,
    );
}

/** A move of shipments that their partners make with them: what it does to the one, it does to the others. */
export function jointly(one: Command): Command {
  const { guard, run } = one.effect;
  return {
    ...one,
    effect: {
      ...one.effect,
      async guard(tx, rows, answers, facts) {
        const refusals = (await guard?.(tx, rows, answers, facts)) ?? [];
        return new Map([...refusals, ...(await partnerRefusals(tx, rows))]);
      },
      async run(tx, rows, answers, facts) {
        const states = await run(tx, rows, answers, facts);
        await moveJointShipments(tx, rows, one, answers);
        return states;
      },
    },
  };
}
