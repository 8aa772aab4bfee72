import type { Address } from '#kit/model/address.ts';
import { invalid, notFound } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { idOf } from '#kit/server/row-id.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { addressFault } from '../model/address-check.ts';
import { addressFindings, type AddressSuggestion } from '../model/address/address-findings.ts';
import { addressPatch, PART_TITLES, titlesOfPatch } from '../model/address/address-patch.ts';
import type { AddressService } from '../model/address/address-service.ts';
import { addressStillBad } from '../model/errors.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { addressAdviceRoute, type AddressAdvice } from '../model/routes.ts';
import { storeAddress } from './apply-change.ts';
import { settleAddress } from './change-items.ts';
import { judgeAddress } from './judge-address.ts';
import { noteCorrection } from './own-correction.ts';
import { openAddress, type StoredOrder } from './read-order.ts';

/** A person waits for it: what takes longer is done without. */
const SERVICE_WAIT_MS = 3_000;

/** What is odd about the address of an order, and what would clear it. */
export const addressAdviceRoutes = (service: AddressService | undefined): Route[] => [
  implement(addressAdviceRoute, async (call): Promise<AddressAdvice> => {
    const { address, isMasked } = await call.tx((tx) => readAddress(tx, call.query.id ?? ''));
    const findings = addressFindings(address);
    const own = findings.flatMap(({ suggestions }) => suggestions);
    const others = service && !isMasked ? await fetchSuggestions(service, address) : [];
    return {
      isMasked,
      findings: findings.map(({ part, level, reason }) => ({
        part,
        title: PART_TITLES[part],
        level,
        reason,
      })),
      // They quote the address.
      suggestions: isMasked ? [] : distinct([...own, ...others]),
    };
  }),
];

async function readAddress(tx: Tx, id: string): Promise<{ address: Address; isMasked: boolean }> {
  const [row] = await tx.query<StoredOrder>(sql`
    select t.* from sales_order t
    where ${join([...baseConditions(salesOrder, tx.actor), sql`t.id = ${idOf(id)}::uuid`], ' and ')}`);
  if (!row) throw notFound();
  return { address: openAddress(tx, row), isMasked: tx.actor.masks.has('pii') };
}

/** A service that is slow or broken leaves the rules of the house alone. */
async function fetchSuggestions(service: AddressService, address: Address): Promise<readonly AddressSuggestion[]> {
  const late = new Promise<readonly AddressSuggestion[]>((end) => {
    setTimeout(() => end([]), SERVICE_WAIT_MS).unref();
  });
  return Promise.race([service.suggest(address).catch(() => []), late]);
}

const distinct = (all: readonly AddressSuggestion[]): AddressAdvice['suggestions'] =>
  [...new Map(all.map((one) => [JSON.stringify(one.patch), one])).values()].map((one) => ({
    ...one,
    titles: titlesOfPatch(one.patch),
  }));

/**
 * 采用建议: parts of the address become what was suggested, and nothing else of it; what stood there
 * before is kept beside, with who suggested it.
 */
export const adoptAddress: Command = command(orderLifecycle, 'adoptAddress', {
  async run(tx, rows, { patch: raw, source }) {
    const patch = addressPatch(raw);
    if (!patch) throw invalid([{ field: 'patch', code: 'orders.patch', message: '所选建议格式不正确' }]);
    for (const row of rows) {
      const before = openAddress(tx, row);
      const address: Address = { ...before, ...patch };
      const fault = addressFault(address);
      if (fault) throw addressStillBad(fault);
      await noteCorrection(tx, row.id, before, address, `采用建议（${source ?? '内置规则'}）`);
      await storeAddress(tx, row.id, address);
      await judgeAddress(tx, row.id, address, `已采用建议：${titlesOfPatch(patch)}`);
      await settleAddress(tx, row.id, address);
    }
  },
});
