import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '../messages.ts';

/** What the database says of a row that the checks let through; null for everything else. */
export function rowRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === '23505') return new Refusal('duplicate', MESSAGES.duplicate);
  if (/^2[23]/.test(code)) return new Refusal('integrity', MESSAGES.integrity, { status: 422 });
  return null;
}
