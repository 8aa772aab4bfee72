import { reportRefusals } from '../../model/report-errors.ts';
import { textOf } from '../inbox/file-nature.ts';
import { BankFault, type ReadStatement } from '../readers/bank/bank-reading.ts';
import { readCamt } from '../readers/bank/read-camt.ts';
import { readMt940 } from '../readers/bank/read-mt940.ts';

/** Statements of a file of a bank. @throws Refusal 422 naming the line that is at fault */
export function readBankFile(bytes: Buffer, as: 'camt' | 'mt940'): ReadStatement[] {
  try {
    return as === 'camt' ? readCamt(textOf(bytes)) : readMt940(oldText(bytes));
  } catch (error) {
    if (!(error instanceof BankFault)) throw error;
    throw reportRefusals.bankFile({ message: error.message });
  }
}

/** Banks still write MT940 in the signs of western Europe; what is not UTF-8 is that. */
function oldText(bytes: Buffer): string {
  const text = textOf(bytes);
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
