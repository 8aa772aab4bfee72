import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from './database.ts';
import { isBounded, invisibleRows } from './query/own-visibility.ts';
import type { Writer } from './writer.ts';

/**
 * Stores rows, but for those that their writer would not see afterwards: what somebody may not see
 * they may neither make nor leave behind. Whatever decides over that, filled in by the database or a
 * guard, is looked at where the rows stand; those that may not stand there are undone.
 * @param store writes what it is given, and nothing else
 * @returns why rows were left out, by id
 */
export async function storeVisible<R extends { id: string }>(
  tx: Tx,
  { resource }: Writer,
  rows: readonly R[],
  store: (rows: readonly R[]) => Promise<void>,
): Promise<Map<string, Refusal>> {
  if (rows.length === 0 || !isBounded(resource, tx.actor)) {
    await store(rows);
    return new Map();
  }
  await tx.platform.run`savepoint own_sight`;
  await store(rows);
  const left = await invisibleRows(
    tx,
    resource,
    rows.map(({ id }) => id),
  );
  if (left.size > 0) {
    await tx.platform.run`rollback to savepoint own_sight`;
    await store(rows.filter(({ id }) => !left.has(id)));
  }
  await tx.platform.run`release savepoint own_sight`;
  return left;
}
