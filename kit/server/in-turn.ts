/**
 * Takes each in turn. One that fails keeps no other waiting: what is due for one tenant never stands behind
 * what is broken in another.
 * @throws the first fault, once all had their turn
 */
export async function inTurn<Item>(items: readonly Item[], take: (item: Item) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items)
    try {
      await take(item);
    } catch (fault) {
      faults.push(fault);
    }
  if (faults.length > 0) throw faults[0];
}
