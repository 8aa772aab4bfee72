import { invalid, type FieldError } from '#kit/model/refusal.ts';

/** @throws Refusal 422 where anything is wrong */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid([...errors]);
}
