import { notFound } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { supplierDisabled } from '../model/errors.ts';
import { supplier } from '../model/supplier.ts';

const KEYS = ['id', 'code', 'name', 'type', 'status', 'currency', 'paymentTermId', 'leadDays', 'moqAmount'] as const;

/** A supplier, as documents above read one; `moqAmount` in minor units of its currency. */
export type SupplierFacts = Pick<RowOf<typeof supplier>, (typeof KEYS)[number]>;

/** Suppliers by id, disabled ones too; unknown ids and those of other tenants are left out. */
export async function suppliersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, SupplierFacts>> {
  const rows = await pick(tx, supplier, KEYS)`id = any(${ids}::uuid[]) and deleted_at is null`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A supplier that a new document may be about.
 * @throws Refusal 404 for an unknown one or one of another tenant, 422 for one that is disabled
 */
export async function requireSupplier(tx: Tx, id: string): Promise<SupplierFacts> {
  const found = (await suppliersOf(tx, [id])).get(id);
  if (!found) throw notFound();
  if (found.status !== 'enabled') throw supplierDisabled(found);
  return found;
}
