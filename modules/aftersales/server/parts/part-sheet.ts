import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import type { Registry } from '#kit/server/registry.ts';
import { partOrder } from '../../model/part-order.ts';
import { CHANNEL_TITLES, MOST_PART_LINES, PART_SHEET } from '../../model/part-sheet.ts';
import { sameRequest } from './part-sheet-known.ts';
import { readRequest, type PartSheetLine } from './part-sheet-request.ts';
import { submitPartOrder } from './part-requests.ts';
import { storeRequest } from './take-part.ts';

/**
 * 配件补发 by a sheet, or by the file of the channel: rows of one request become one part order, which
 * is submitted at once, so that its clock runs from when it was asked for.
 */
export const partSheet = (registry: Registry) => ({
  of: partOrder,
  sheet: {
    fields: PART_SHEET,
    aliases: CHANNEL_TITLES,
    most: MOST_PART_LINES,
    documentOf: ({ accountId, channelPartNo, channelOrderNo }) => ({
      key: JSON.stringify([accountId ?? null, channelPartNo ?? null, channelOrderNo ?? null]),
      name: channelPartNo ? `平台补件号 ${String(channelPartNo)}` : `PO号 ${String(channelOrderNo ?? '')}`,
    }),
    take: (run, lines) => takeRequest(registry, run, lines as readonly (DocumentLine & PartSheetLine)[]),
  } satisfies DocumentSheet,
});

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

async function takeRequest(
  registry: Registry,
  { db, actor, isTrial, settle }: DocumentRun,
  rows: readonly PartSheetLine[],
): Promise<DocumentOutcome> {
  let outcome: DocumentOutcome = 'added';
  try {
    await db.tx(actor, async (tx) => {
      outcome = await writeRequest(tx, registry, rows);
      if (isTrial) throw new Judged();
      await settle(tx, outcome);
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return outcome;
}

async function writeRequest(tx: Tx, registry: Registry, rows: readonly PartSheetLine[]): Promise<DocumentOutcome> {
  const request = await readRequest(tx, rows);
  if (await sameRequest(tx, request, rows)) return 'same';
  // It is submitted at once, as by hand with a right of its own.
  requirePermission(tx.actor, submitPartOrder.permission);
  try {
    await storeRequest(tx, registry, request, 'import');
  } catch (error) {
    throw error instanceof Refusal ? atRows(error, rows) : error;
  }
  return 'added';
}

/** By what name the sheet has a field of the draft. */
const TITLES: Readonly<Record<string, string>> = {
  parentSkuId: 'parentSku',
  partSkuId: 'partSku',
  orderId: 'channelOrderNo',
};

/** What the draft says of its lines, at the rows of the sheet that they came from. */
function atRows(refusal: Refusal, rows: readonly PartSheetLine[]): Refusal {
  const errors = refusal.errors.map((error): FieldError => {
    const row = rows[(error.row ?? 1) - 1]?.row ?? rows[0]?.row ?? 0;
    return { ...error, row, field: TITLES[error.field] ?? error.field };
  });
  return errors.length > 0 ? invalid(errors) : refusal;
}
