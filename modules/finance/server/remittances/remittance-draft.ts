import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { remittance, remittanceLine, type RemittanceRow } from '../../model/remittance.ts';
import { remittanceFaults, remittanceTaken } from '../../model/remittance-errors.ts';
import { noteTypists } from './charge-limit.ts';
import { digestOf } from './take-remittance.ts';

/** A remittance while it is typed: amounts in the places of its currency, and what its lines come to. */
export const remittanceDraft = draftSlots(
  { of: remittance, lines: remittanceLine, head: remittance.fields, line: remittanceLine.fields },
  {
    async derive(tx, { head, lines, before }) {
      const errors = await currencyFaults(tx, head, ['currency'], before ?? {});
      const amounts = lines.map(({ stated }, at) => {
        const amount = minorAmount(stated, head.currency);
        if (amount === null) errors.push(placesFault(head.currency, at + 1));
        else if (amount === 0n) errors.push(remittanceFaults.zero({ row: at + 1 }));
        return amount ?? 0n;
      });
      if (errors.length > 0) throw invalid(errors);
      const said = { ...head, lines: lines.map((line, at) => ({ ...line, amount: amounts[at] ?? 0n })) };
      const isOther = before !== null && (await saysOtherwise(tx, before, said));
      return {
        columns: isOther ? { digest: null } : {},
        head: {
          ...(isOther ? { source: 'edited' as const } : {}),
          lineCount: lines.length,
          lineTotal: amounts.reduce((sum, amount) => sum + amount, 0n),
          openCount: lines.length,
          matchedCount: 0,
        },
        lines: amounts.map((amount, at) => ({ lineNo: at + 1, currency: head.currency, amount })),
      };
    },
    taken: ({ channelRemitNo }) => remittanceTaken({ channelRemitNo: String(channelRemitNo ?? '') }),
    async written(tx, id) {
      await noteMakers(tx, remittance, id);
      await noteTypists(tx, id);
    },
  },
);

/**
 * Whether what was read from a file is made to say something else: then it is what somebody typed, and the file is
 * not known by it any more. A note, or the number at the bank, may be added.
 */
async function saysOtherwise(
  tx: Tx,
  { id, source, accountId, channelRemitNo }: RemittanceRow,
  said: Parameters<typeof digestOf>[0] & Pick<RemittanceRow, 'accountId' | 'channelRemitNo'>,
): Promise<boolean> {
  if (source === 'typed' || source === 'edited') return false;
  if (said.accountId !== accountId || said.channelRemitNo !== channelRemitNo) return true;
  const { digest } = await tx.one<{ digest: string | null }>`
    select digest from remittance where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  return digest !== digestOf(said);
}

const placesFault = (currency: string, row: number): FieldError =>
  remittanceFaults.places({ currency, places: exponentOf(currency), field: 'stated', row });

/** An amount as it was typed in minor units; null where it has more places than its currency. */
export function minorAmount(text: string, currency: string): bigint | null {
  const scaled = parseDecimal(text, PRICE_SCALE);
  const unit = 10n ** BigInt(PRICE_SCALE - exponentOf(currency));
  return scaled === null || scaled % unit !== 0n ? null : scaled / unit;
}
