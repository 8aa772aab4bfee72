import { moneyText } from '#kit/model/currency.ts';
import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { file, implement } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { isPdf, mergeGroups } from '#platform/print/label-pages.ts';
import { picturePage } from '#platform/print/picture-page.ts';
import { drawTablePdf, type TablePage } from '#platform/print/table-page.ts';
import { deduction, deductionType, type DeductionRow } from '../../model/deduction.ts';
import { evidencePackRoute } from '../../model/deduction-sheet.ts';
import { evidenceFiles, type EvidenceFile } from './evidence-files.ts';
import { evidencePages } from './evidence-pages.ts';

/** 证据包: index, order, shipments with their way, what was written, then labels, proofs and photos as they are. */
export const evidencePack = implement(evidencePackRoute, async (call) => {
  const { row, pages, proofs } = await call.tx(async (tx) => {
    const found = await readDeduction(tx, call.params.id);
    auditResource(tx, deduction, [{ rowId: found.id, action: 'print' }]);
    return {
      row: { ...found, zone: tx.actor.zone },
      pages: await evidencePages(tx, found),
      proofs: await evidenceFiles(tx, found),
    };
  });
  const drawn = await Promise.all(proofs.map(drawnFile));
  const readable = await mergeGroups(drawn.map(({ bytes }) => (bytes ? [bytes] : [])));
  const index = indexOf(row, pages, drawn, readable.faults);
  const { bytes: front } = await drawTablePdf([index, ...pages]);
  const whole = await mergeGroups([[front], ...(readable.bytes ? [[readable.bytes]] : [])]);
  return file(`证据包-${row.deductionNo}.pdf`, 'application/pdf', Buffer.from(whole.bytes ?? front), true);
});

/** @throws Refusal 404 where it is out of sight */
async function readDeduction(tx: Tx, id: string): Promise<DeductionRow> {
  if (!isUuid(id)) throw notFound();
  const [row] = await tx.query<DeductionRow>(sql`
    select t.* from deduction t
    where ${join(baseConditions(deduction, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!row) throw notFound();
  return row;
}

/** A stored file as pages: PDFs as they are, pictures on a page each; without bytes where it cannot be printed. */
const drawnFile = async (one: EvidenceFile): Promise<EvidenceFile> =>
  one.bytes === null || isPdf(one.bytes) ? one : { ...one, bytes: await picturePage(one.bytes) };

function indexOf(
  row: DeductionRow & { zone: string },
  pages: readonly TablePage[],
  proofs: readonly EvidenceFile[],
  faults: ReadonlyMap<number, Error>,
): TablePage {
  const contents = [
    ...pages.map(({ title, rows }) => [title, `${rows.length} 行`]),
    ...proofs.map(({ title, name, bytes, isHidden }, at) => {
      if (isHidden) return [title, '有买家信息，没有查看权限，未附'];
      return [title, bytes === null || faults.has(at) ? `${name}（不能打印，请单独上传）` : name];
    }),
  ];
  return {
    title: '扣款申诉证据包',
    subtitle: row.poNo ? `PO ${row.poNo}` : '',
    barcodeText: row.deductionNo,
    headerFields: [
      { label: '平台扣款号', value: row.channelDeductionNo ?? '' },
      { label: '类型', value: deductionType.items[row.type] },
      { label: '金额', value: moneyText(BigInt(row.amount), row.currency) },
      { label: '公布日', value: toWireTime(row.postedAt, row.zone) },
      { label: '申诉号', value: row.disputeNo ?? '' },
      { label: '平台说明', value: row.reason ?? '' },
    ],
    columns: [
      { title: '序号', width: 50, align: 'right' },
      { title: '内容', width: 160, align: 'left' },
      { title: '说明', width: 320, align: 'left' },
    ],
    rows: contents.map((cells, at) => [String(at + 1), ...cells]),
    footer: row.deductionNo,
  };
}
