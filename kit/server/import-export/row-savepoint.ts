import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';

/** Runs work that may fail for reasons of its rows: undone then, and the reason returned. */
export async function underSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T | Refusal> {
  await tx.platform.run`savepoint sheet_rows`;
  try {
    const done = await work();
    await tx.platform.run`release savepoint sheet_rows`;
    return done;
  } catch (error) {
    const refusal = rowRefusal(error);
    if (!refusal) throw error;
    await tx.platform.run`rollback to savepoint sheet_rows`;
    return refusal;
  }
}

/** What the database says of a row that the checks let through; null for everything else. */
function rowRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === '23505') return new Refusal('duplicate', MESSAGES.duplicate);
  if (/^2[23]/.test(code)) return new Refusal('integrity', MESSAGES.integrity, { status: 422 });
  return null;
}
