import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from './database.ts';

const ownRefusal = (error: unknown): Refusal | null => (error instanceof Refusal ? error : null);

/**
 * Runs work that may be refused. Refused, it is undone whole, with what the transaction would have
 * been remembered by, and the transaction goes on.
 * @param refusalOf what counts as a refusal of the work; anything else is thrown on
 */
export async function underSavepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  refusalOf: (error: unknown) => Refusal | null = ownRefusal,
): Promise<T | Refusal> {
  const forget = tx.journal.mark();
  await tx.platform.run`savepoint attempt`;
  try {
    const done = await work();
    await tx.platform.run`release savepoint attempt`;
    return done;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await tx.platform.run`rollback to savepoint attempt`;
    // It outlives being rolled back to, and would be the one that an attempt around this one goes back to.
    await tx.platform.run`release savepoint attempt`;
    forget();
    return refusal;
  }
}
