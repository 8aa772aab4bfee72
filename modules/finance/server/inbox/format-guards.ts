import type { Guards } from '#kit/server/write.ts';
import { formatFaults } from '../../model/report-errors.ts';
import type { reportFormat, ReportFormatKind } from '../../model/report-format.ts';

type Column = `${'number' | 'amount' | 'income' | 'expense'}Column`;
type Said = { kind?: ReportFormatKind | null } & { [C in Column]?: string | null };

/** A remittance is known by its number; an amount stands in one column, or at a bank in one for each side. */
function judge({ kind, numberColumn, amountColumn, incomeColumn, expenseColumn }: Said): void {
  if (kind === 'remittance' && !numberColumn) throw formatFaults.noNumber();
  if (amountColumn) return;
  if (kind !== 'bankLine') throw formatFaults.noAmount();
  if (!incomeColumn || !expenseColumn) throw formatFaults.noSides();
}

export const formatGuards: Guards<typeof reportFormat> = {
  async add(_tx, values) {
    judge(values);
  },
  async edit(_tx, before, values) {
    judge({ ...before, ...values });
  },
};
