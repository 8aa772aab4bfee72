import type { Guards } from '#kit/server/write.ts';
import { formatFaults } from '../../model/report-errors.ts';
import type { reportFormat } from '../../model/report-format.ts';

/** A remittance is known by its number: a format of such files names the column that has it. */
export const formatGuards: Guards<typeof reportFormat> = {
  async add(_tx, { kind, numberColumn }) {
    if (kind === 'remittance' && !numberColumn) throw formatFaults.noNumber();
  },
  async edit(_tx, before, values) {
    const { kind, numberColumn } = { ...before, ...values };
    if (kind === 'remittance' && !numberColumn) throw formatFaults.noNumber();
  },
};
