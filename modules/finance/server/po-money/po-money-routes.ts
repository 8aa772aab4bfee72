import { PassThrough } from 'node:stream';
import { cleanText } from '#kit/model/advanced-query.ts';
import { SHEET_MIME, SHEET_SUFFIX } from '#kit/model/limits.ts';
import { distinctNumbers, numbersFault } from '#kit/model/numbers.ts';
import { invalid, notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { cellOf, columnOf, writableFields } from '#kit/server/import-export/sheet-columns.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import {
  poAnswerFields,
  poAnswersRoute,
  poSheetRoute,
  poTrailRoute,
  type PoAnswer,
} from '../../model/po-money/po-money-routes.ts';
import { poAnswers, poTrail } from './po-answers.ts';

const TITLE = 'PO到账';

/** 一张PO到底: one PO whole, or up to two hundred of them in a line each. */
export const poMoneyRoutes: Route[] = [
  implement(poAnswersRoute, (call) => {
    const numbers = numbersOf(call.body.numbers);
    return call.tx((tx) => poAnswers(tx, numbers));
  }),
  implement(poSheetRoute, async (call) => {
    const numbers = numbersOf(call.body.numbers);
    const answers = await call.tx(async (tx) => {
      audit(tx, 'finance:poMoney', [{ rowId: null, action: 'export', diff: { rows: numbers.length } }]);
      return poAnswers(tx, numbers);
    });
    const fields = writableFields(poAnswerFields, { words: call.actor.words });
    const rows = answers.map(rowOf).map((row) => fields.map((field) => cellOf(field, row)));
    const out = new PassThrough();
    writeXlsx(out, { sheetName: TITLE, columns: fields.map(columnOf), rows }).catch((error: unknown) =>
      out.destroy(error as Error),
    );
    return file(TITLE + SHEET_SUFFIX, SHEET_MIME, out);
  }),
  implement(poTrailRoute, (call) =>
    call.tx(async (tx) => {
      const trail = await poTrail(tx, call.params.id);
      if (!trail) throw notFound();
      return trail;
    }),
  ),
];

/** @throws Refusal 422 for none, too many, or one that is no number */
function numbersOf(raw: unknown): string[] {
  const given = Array.isArray(raw) ? raw.filter((one) => typeof one === 'string') : [];
  const numbers = distinctNumbers(given.map((text) => cleanText(text)));
  const fault = numbersFault(numbers);
  if (fault) throw invalid([{ field: 'numbers', code: 'numbers', message: fault }]);
  return numbers;
}

const rowOf = (answer: PoAnswer): Record<string, unknown> => ({
  ...answer,
  found: answer.isFound ? 'yes' : 'no',
  remittances: answer.remittances.map(({ no }) => no).join(' '),
});
