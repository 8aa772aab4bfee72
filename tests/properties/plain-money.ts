import { expect } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { balance } from '#tests/journeys/landed-scene.ts';
import type { CarrierState } from '#simulator/carrier/state.ts';
import { claimsPaid } from './walk-claims.ts';
import { LOST_ACCOUNTS } from './walk-returns.ts';
import type { World } from './walk-world.ts';

/** What wallet, carrier and supplier accounts must hold, added up from the documents alone (M-01 to M-03). */
export async function compareMoney(world: World): Promise<void> {
  const { walk, credited } = world;
  const { scene, at } = walk;
  const stored = await look(scene, async (tx) => ({
    labels: await tx.rows<{
      id: string;
      status: string;
      charge: string;
      quoted: bigint;
      cost: bigint;
    }>`
      select id, status, charge, coalesce(quoted_cost, 0)::bigint as quoted,
        coalesce(cost, quoted_cost, 0)::bigint as cost
      from shipping_label where tenant_id = ${tx.tenant}`,
    returned: await tx.rows<{
      id: string;
      status: string;
      charge: string;
      quoted: bigint;
      cost: bigint;
      beyond: bigint;
    }>`
      select id, status, charge, coalesce(quoted_cost, 0)::bigint as quoted,
        coalesce(cost, quoted_cost, 0)::bigint as cost,
        case when beyond_charge = 'charged' then beyond else 0 end::bigint as beyond
      from return_label where tenant_id = ${tx.tenant}`,
    adjusted: await tx.one<{ amount: bigint }>`
      select coalesce(sum(amount), 0)::bigint as amount from label_adjustment
      where tenant_id = ${tx.tenant} and charge = 'charged'`,
    bills: await tx.rows<{ id: string; status: string; total: bigint; paid: bigint }>`
      select b.id, b.status, b.total, coalesce((select sum(p.amount + p.discount) from bill_payment p
          where p.tenant_id = b.tenant_id and p.bill_id = b.id and p.status = 'paid'), 0)::bigint as paid
      from supplier_bill b where b.tenant_id = ${tx.tenant}
        and b.status in ('posted', 'part_paid', 'paid')`,
  }));
  const sum = <T>(rows: readonly T[], of: (row: T) => bigint): bigint => rows.reduce((all, row) => all + of(row), 0n);
  const labels = [...stored.labels, ...stored.returned];
  // What the carrier of a return label took beyond its quote is paid at once, or once there is money.
  const beyond = sum(stored.returned, (label) => label.beyond);
  const held = sum(labels, ({ charge, quoted }) => (charge === 'held' ? quoted : 0n));
  const charged = sum(labels, ({ charge, quoted, cost }) =>
    charge === 'charged' ? (cost < quoted ? cost : quoted) : 0n,
  );
  // Liabilities of the platform: credit above zero.
  expect(-(await balance(scene, 'wallet:held')), `${at}: held in the wallet`).toBe(held);
  expect(-(await balance(scene, 'wallet:available')), `${at}: wallet`).toBe(
    credited - held - charged - beyond - stored.adjusted.amount,
  );
  // What the carrier was paid for and keeps is what we know to have: none is paid twice.
  const carrier = await scene.sim<CarrierState>('GET', '/carrier');
  const retained = carrier.labels.filter(({ voidedAt }) => voidedAt === null).map(({ reference }) => reference);
  const known = labels.filter(({ status }) => ['active', 'used', 'lost'].includes(status)).map(({ id }) => id);
  expect(retained.sort(), `${at}: labels at the carrier`).toEqual(known.sort());
  for (const { id, status, total, paid } of stored.bills)
    expect(status, `${at}: bill ${id} of ${total}, paid ${paid}`).toBe(
      paid === 0n ? 'posted' : paid < total ? 'part_paid' : 'paid',
    );
  const owed = sum(stored.bills, ({ total, paid }) => total - paid);
  const { all, offset } = claimsPaid(world);
  expect(-(await balance(scene, 'ap')), `${at}: owed to suppliers`).toBe(owed - offset);
  expect(-(await balance(scene, 'gain:claim')), `${at}: paid of claims`).toBe(all);
  for (const account of LOST_ACCOUNTS)
    expect(await balance(scene, account), `${at}: ${account}`).toBe(world.returns.posted.get(account) ?? 0n);
  expect(await balance(scene, 'loss:harvest'), `${at}: lost in harvests`).toBe(world.parts.loss);
  expect(await balance(scene, 'cogs:part'), `${at}: cost of parts`).toBe(world.parts.cost);
}
