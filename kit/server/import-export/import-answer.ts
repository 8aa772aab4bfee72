import type { ImportResult, ShownError } from '#kit/model/file-job.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { audit } from '../audit.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import { answer, type Answer, type Call } from '../route.ts';
import { claimReceipt, payloadHash, senderOfKey, storeReceipt } from '../receipt.ts';
import type { RowError } from '#platform/sheets/error-workbook.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import {
  errorFileName,
  errorFilePath,
  openErrorFile,
  storeErrorFile,
  type ErrorFile,
  type ImportPlace,
} from './error-file.ts';
import type { ImportTable } from './read-import.ts';
import type { SheetField } from './sheet-columns.ts';

/** The first errors stand in the answer itself. */
export const SHOWN_ERRORS = 50;

/** Good rows counted, bad ones written to the error file as they come. */
export interface Tally {
  good(count?: number): void;
  bad(row: TableRow, refusal: Refusal): Promise<void>;
  /** Closes the error file; nothing more is counted. */
  close(): Promise<void>;
  /** Stores the error file and says what happened, with the audit entry. After `close`. */
  finish(tx: Tx, about: { isTrial: boolean; fileName: string }): Promise<ImportOutcome>;
  readonly errors: number;
}

export interface ImportOutcome {
  code: 200 | 201;
  message: string;
  result: ImportResult;
}

export function openTally(place: ImportPlace, table: ImportTable, columns: readonly SheetField[]): Tally {
  const titles = new Map(columns.map(({ key, title }) => [key, title]));
  const file: ErrorFile = openErrorFile(place.title, table.titles);
  const shown: ShownError[] = [];
  let good = 0;
  let errors = 0;
  let bytes: Buffer | null = null;
  return {
    good(count = 1) {
      good += count;
    },
    get errors() {
      return errors;
    },
    async bad(row, refusal) {
      errors += 1;
      const reasons = rowErrors(refusal, titles);
      for (const { column, code, message } of reasons)
        if (shown.length < SHOWN_ERRORS) shown.push({ row: row.rowNumber, title: column, code, message });
      await file.add({ rowNumber: row.rowNumber, source: row.source, errors: reasons });
    },
    async close() {
      bytes = await file.end();
    },
    async finish(tx, { isTrial, fileName }) {
      const result: ImportResult = {
        totalCount: good + errors,
        successCount: good,
        errorCount: errors,
        msg: MESSAGES.importCounts(good + errors, good, errors),
        ignoredTitles: [...table.unknown],
        notes: [...table.notes],
        errors: shown,
      };
      if (bytes) {
        const name = errorFileName(place);
        const id = await storeErrorFile(tx, { owner: place.owner, name, bytes });
        Object.assign(result, { fileUrl: errorFilePath(place.of, id), fileName: name });
      }
      const diff = { file: fileName.slice(0, 255), total: good + errors, ok: good, failed: errors };
      if (!isTrial) audit(tx, place.owner, [{ rowId: null, action: 'import', diff }]);
      const done = isTrial ? MESSAGES.importChecked : MESSAGES.importDone;
      return errors > 0
        ? { code: 201, message: MESSAGES.importPartly, result }
        : { code: 200, message: done(good), result };
    },
  };
}

/**
 * Closes an import inside its last transaction: the outcome is made once per key, whoever comes
 * first; a second run of the same key gets the first one's.
 */
type Settle = (tx: Tx, make: () => Promise<ImportOutcome>) => Promise<ImportOutcome>;

/**
 * Runs an import once per Idempotency-Key: the same key and file again answers as before. A run
 * that broke off left no answer; its repetition goes over the same rows again, which is safe
 * because rows that are there already are left as they are.
 */
export async function oncePerKey(
  call: Call,
  place: ImportPlace,
  { sha256 }: { sha256: string },
  run: (settle: Settle) => Promise<ImportOutcome>,
): Promise<Answer> {
  const { key } = call;
  if (!key) return toAnswer(await run((_tx, make) => make()));
  const scope = `${place.owner}:import`;
  const hash = payloadHash({ file: sha256, query: { ...call.query } });
  const claim = (tx: Tx) => claimReceipt<ImportOutcome | null>(tx, scope, key, hash);
  const known = await call.tx(claim);
  if (known?.answered) return toAnswer(known.answered);
  return toAnswer(
    await run(async (tx, make) => {
      // Two runs of one key at once wait for each other here.
      await tx.run`update receipt set at = ${tx.now}
        where tenant_id = ${tx.tenant} and scope = ${scope} and key = ${key}
          and sender = ${senderOfKey(tx.actor)}`;
      const first = await claim(tx);
      if (first?.answered) return first.answered;
      const outcome = await make();
      await storeReceipt(tx, scope, key, outcome);
      return outcome;
    }),
  );
}

const toAnswer = ({ code, message, result }: ImportOutcome): Answer => answer(message, result, code);

/** Errors of a refused row under the titles of their columns. */
export function rowErrors(refusal: Refusal, titles: ReadonlyMap<string, string>): RowError[] {
  if (refusal.errors.length === 0) return [{ column: '', code: refusal.code, message: refusal.message }];
  return refusal.errors.map(({ field, code, message }) => ({
    column: titles.get(field) ?? '',
    code,
    message,
  }));
}
