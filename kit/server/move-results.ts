import type { Field } from '#kit/model/field.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { isSessionLost } from './database-fault.ts';
import { MESSAGES } from './messages.ts';
import type { AnyDocument, Command, MoveResult, Refusals } from './move-effect.ts';

/** What is said of a row that failed alone: a session that was lost is worth another try. */
export function faultOf(error: unknown): { code: string; message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  return isSessionLost(error)
    ? { code: 'unavailable', message: MESSAGES.unavailable }
    : { code: 'unexpected', message: MESSAGES.unexpected };
}

/** What a row is called; one that is called by a choice, by the words of it. */
export function rowLabel({ label, fields }: Command['lifecycle']['of'], row: AnyDocument): string {
  const value = String(row[label] ?? '');
  const field: Field | undefined = fields[label];
  return field?.kind === 'choice' ? (field.dict?.items[value] ?? value) : value;
}

export function resultOf(
  one: Command,
  id: string,
  rows: Map<string, AnyDocument>,
  refusals: Refusals,
  isPreview = false,
): MoveResult {
  const row = rows.get(id);
  const refusal = row ? refusals.get(id) : notFound();
  const label = row ? rowLabel(one.lifecycle.of, row) : '';
  if (refusal) {
    const { code, message, errors, status } = refusal;
    return {
      id,
      label,
      ok: false,
      code,
      message,
      ...(status === 409 ? {} : { httpStatus: status }),
      ...(errors.length > 0 ? { errors } : {}),
    };
  }
  return isPreview ? { id, label, ok: true } : { id, label, ok: true, state: (row as AnyDocument).status };
}
