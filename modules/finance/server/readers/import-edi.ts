import { readFile, rm } from 'node:fs/promises';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import { startOfDay } from '#kit/model/time.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { receiveSheet } from '#kit/server/import-export/receive-sheet.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { implement } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { importEdiRoute, type EdiOutcome } from '../../model/edi-route.ts';
import { takeDeductions } from '../deductions/take-deductions.ts';
import { matchRemittance } from '../remittances/match-remittance.ts';
import { takeRemittance } from '../remittances/take-remittance.ts';
import { shopOf } from '../shop-of-numbers.ts';
import { read812 } from './read-812.ts';
import { read820 } from './read-820.ts';
import { X12Fault } from './x12-fault.ts';
import { isX12, readX12, type Transaction } from './x12.ts';

/** An interchange is text: tens of thousands of lines fit. */
const MOST_BYTES = 16 * 1024 * 1024;

/** 导入 EDI: the documents of one file in one transaction; what is there already changes nothing. */
export const importEdi = implement(importEdiRoute, async (call) => {
  const { file } = await receiveSheet(call, MOST_BYTES);
  try {
    const documents = await parsed(await readFile(file.path, 'utf8'));
    const accountId = isUuid(call.query.accountId) ? call.query.accountId : null;
    return await call.tx(async (tx) => {
      const outcomes: EdiOutcome[] = [];
      for (const document of documents)
        outcomes.push(await inWords(() => takeDocument(tx, document, { accountId, fileName: file.name })));
      return { documents: outcomes };
    });
  } finally {
    await rm(file.path, { force: true });
  }
});

/** Documents of a text. @throws Refusal 422 naming the segment that is at fault */
export const parsed = (text: string): Promise<Transaction[]> =>
  inWords(async () => {
    if (!isX12(text)) throw new X12Fault('这不是 EDI X12 文件（应以 ISA 开头）；表格请用“导入”', null);
    return readX12(text);
  });

/** What is wrong with a file stands at it, whatever found it. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof X12Fault)) throw error;
    throw invalid([{ field: 'file', code: 'finance.x12', message: error.message }]);
  }
}

interface Place {
  accountId: string | null;
  fileName: string;
  /** Of the inbox, where it came in by that. */
  reportFileId?: string;
}

/** Takes in a remittance (820) or a deduction (812). @throws X12Fault, Refusal */
export async function takeDocument(tx: Tx, document: Transaction, place: Place): Promise<EdiOutcome> {
  const { set, controlNo, usage } = document;
  if (usage === 'T') throw new X12Fault('这是测试文件（ISA15 是 T），不导入', null);
  if (set === '820') return take820(tx, document, place);
  if (set === '812') return take812(tx, document, place);
  throw new X12Fault(`单据 ${controlNo} 是 ${set}，这里只收 820 和 812`, null);
}

async function take820(
  tx: Tx,
  document: Transaction,
  { accountId, fileName, reportFileId }: Place,
): Promise<EdiOutcome> {
  requirePermission(tx.actor, matchRemittance.permission);
  const said = read820(document, await baseCurrency(tx));
  if (said.lines.length === 0) throw new X12Fault(`回款 ${said.channelRemitNo} 没有明细（RMR、ADX）`, null);
  const shop = await shopOf(tx, accountId, said.lines);
  if (!shop) throw shopUnknown();
  const { id, outcome } = await takeRemittance(tx, {
    ...said,
    accountId: shop.id,
    source: 'edi',
    sourceFile: fileName.slice(0, 255),
    ...(reportFileId ? { reportFileId } : {}),
  });
  return { set: document.set, controlNo: document.controlNo, no: said.channelRemitNo, outcome, id };
}

async function take812(tx: Tx, document: Transaction, { accountId, reportFileId }: Place): Promise<EdiOutcome> {
  requirePermission(tx.actor, 'finance:deduction:import');
  const { set, controlNo } = document;
  const said = read812(document, await baseCurrency(tx));
  if (said === null) return { set, controlNo, no: '', outcome: 'skipped', id: null };
  const shop = await shopOf(tx, accountId, [said]);
  if (!shop) throw shopUnknown();
  const { invoiceNo: _invoiceNo, postedOn, ...rest } = said;
  const postedAt = startOfDay(postedOn, tx.actor.zone);
  if (postedAt > tx.now) throw new X12Fault(`扣款 ${said.channelDeductionNo} 的日期 ${postedOn} 晚于今天`, null);
  const { each, outcome } = await takeDeductions(tx, [
    { ...rest, accountId: shop.id, channelSku: null, postedAt, ...(reportFileId ? { reportFileId } : {}) },
  ]);
  return { set, controlNo, no: said.channelDeductionNo, outcome, id: each[0]?.id ?? null };
}

const shopUnknown = (): Refusal =>
  invalid([
    { field: 'accountId', code: 'finance.ediShop', message: '看不出是哪个店铺的文件，请先在列表按店铺筛选再导入' },
  ]);
