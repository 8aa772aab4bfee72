import type { ReportRowRow, RowOutcome } from '../../model/report-file.ts';

/** A row of a file with what became of it. */
export interface TakenRow extends Partial<
  Pick<
    ReportRowRow,
    | 'sheetName'
    | 'no'
    | 'poNo'
    | 'currency'
    | 'amount'
    | 'note'
    | 'remittanceId'
    | 'deductionId'
    | 'invoiceId'
    | 'bankLineId'
  >
> {
  rowNo: number;
  outcome: RowOutcome;
}

/** What taking a file came to. */
export interface Taken {
  rows: TakenRow[];
  /** Shops of its rows. */
  shops: Set<string>;
  /** Days that it is about, `YYYY-MM-DD`. */
  days: string[];
  /** Documents of each kind that were new. */
  documents: { remittance: number; deduction: number; bankLine: number };
  /** Movements of a bank that found their 收付款 at once. */
  matched: number;
}

export const nothingTaken = (): Taken => ({
  rows: [],
  shops: new Set(),
  days: [],
  documents: { remittance: 0, deduction: 0, bankLine: 0 },
  matched: 0,
});

/** For what a file is taken, and where what it brings in leads back to. */
export interface TakeContext {
  fileId: string;
  fileName: string;
  /** The shop that was said for the whole file. */
  accountId: string | null;
  /** The account of ours that was said for a statement of a bank. */
  bankAccountId: string | null;
}
