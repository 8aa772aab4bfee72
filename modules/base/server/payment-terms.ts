import { invalid, notFound, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { customer } from '../model/customer.ts';
import { discountHalf, discountTooHigh, discountTooLate, termDisabled, termInUse } from '../model/errors.ts';
import { paymentTerm } from '../model/payment-term.ts';
import { supplier } from '../model/supplier.ts';
import type { TermDays } from '../model/term-dates.ts';

const MOST_DISCOUNT = 0.5;

const USERS = { supplier, customer };

export const paymentTermGuards: Guards<typeof paymentTerm> = {
  add: async (_tx, values) => judgeTerm(values),
  edit: async (_tx, before, values) => judgeTerm({ ...before, ...values }),
  async delete(tx, rows) {
    const ids = rows.map(({ id }) => id);
    const used = await tx.maybe<{ at: keyof typeof USERS }>`
      select 'supplier' as at from supplier where tenant_id = ${tx.tenant}
        and deleted_at is null and payment_term_id = any(${ids}::uuid[])
      union all
      select 'customer' from customer where tenant_id = ${tx.tenant}
        and deleted_at is null and payment_term_id = any(${ids}::uuid[]) limit 1`;
    if (used) throw termInUse({ where: USERS[used.at].title });
  },
};

interface Given {
  netDays?: number | null;
  discountDays?: number | null;
  discountRate?: string | null;
}

function judgeTerm({ netDays, discountDays, discountRate }: Given): void {
  const errors: FieldError[] = [];
  const fault = (field: string, message: string): void => void errors.push({ field, code: 'invalid', message });
  const days = discountDays ?? null;
  // Absent on add, a default of the table stands for it.
  if (days !== null && days > (netDays ?? Number(paymentTerm.fields.netDays.default)))
    fault('discountDays', discountTooLate());
  if (Number(discountRate ?? 0) > MOST_DISCOUNT) fault('discountRate', discountTooHigh());
  if (days === null && Number(discountRate ?? 0) > 0) fault('discountDays', discountHalf());
  if (errors.length > 0) throw invalid(errors);
}

/** Refuses a term that was disabled, where it is chosen now. */
export async function termFaults(
  tx: Tx,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): Promise<FieldError[]> {
  const { paymentTermId } = values;
  if (!paymentTermId || paymentTermId === before.paymentTermId) return [];
  const [term] = await pick(tx, paymentTerm, ['name', 'status'])`id = ${paymentTermId}::uuid`;
  return term?.status === 'disabled' ? [{ field: 'paymentTermId', code: 'disabled', message: termDisabled(term) }] : [];
}

/**
 * The days of a term, for `termDates`; a document freezes what comes of them.
 * @throws Refusal 404 for an unknown term or one of another tenant
 */
export async function paymentTermOf(tx: Tx, id: string): Promise<TermDays> {
  const keys = ['baseDate', 'netDays', 'cutoffDay', 'discountDays', 'discountRate'] as const;
  const [term] = await pick(tx, paymentTerm, keys)`id = ${id}::uuid and deleted_at is null`;
  if (!term) throw notFound();
  return term;
}
