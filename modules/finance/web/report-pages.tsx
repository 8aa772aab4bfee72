import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  grouped,
  linesOf,
  ListPage,
  PartTable,
  SourceLink,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
} from '#kit/web/index.ts';
import { bankLine } from '../model/bank-line.ts';
import { deduction } from '../model/deduction.ts';
import { invoice } from '../model/invoice.ts';
import { remittance } from '../model/remittance.ts';
import { reportFile, reportRow } from '../model/report-file.ts';
import { ReportDrop } from './report-drop.tsx';

type FileRow = WireRow<typeof reportFile>;

const COLUMNS: readonly ColumnSpec<FileRow>[] = [
  {
    key: 'fileName',
    width: 240,
    under: ['sheetName'],
    render: ({ id, fileName }) => (
      <SourceLink title="看报表文件" permission="finance:reportFile:list" path={detailPath(reportFile, id)}>
        {fileName}
      </SourceLink>
    ),
  },
  { key: 'kind', width: 130, under: ['layout'] },
  { key: 'accountId', width: 160 },
  {
    key: 'periodFrom',
    title: '期间',
    width: 200,
    render: ({ periodFrom, periodTo }) =>
      periodFrom === null ? '—' : periodFrom === periodTo ? periodFrom : `${periodFrom} 至 ${periodTo}`,
  },
  {
    key: 'rowCount',
    width: 130,
    under: [{ key: 'addedCount', render: ({ addedCount, sameCount }) => `新增 ${addedCount}，已有 ${sameCount}` }],
  },
  { key: 'differsCount', width: 90 },
  { key: 'original', width: 160 },
  { key: 'createTime', width: 150, under: ['createBy'] },
];

/** 报表收件箱: drop anything, see what it was. */
export const ReportInbox = (): ReactNode => (
  <ListPage
    of={reportFile}
    columns={COLUMNS}
    above={() => <ReportDrop />}
    emptyText="把平台的回款、扣款文件或银行对账单拖到上面：认得的直接导入，不认得的对应一次列名，以后自动识别。"
  />
);

type File = DetailRow<typeof reportFile>;
type Line = WireRow<typeof reportRow>;

const GROUPS: readonly FactGroup<File>[] = [
  {
    title: '文件',
    keys: ['kind', 'layout', 'formatId', 'accountId', 'periodFrom', 'periodTo', 'sheetName', 'original'],
  },
  { title: '结果', keys: ['rowCount', 'addedCount', 'sameCount', 'differsCount', 'note'] },
];

/** One file: its rows, each with what it became. */
export const ReportFileDetail = (): ReactNode => (
  <DetailPage<typeof reportFile, File>
    of={reportFile}
    groups={GROUPS}
    lines={(row) => <Lines lines={linesOf(row, reportRow)} />}
  />
);

const HEAD = [
  { title: '文件行' },
  { title: '单号' },
  { title: 'PO号' },
  { title: '金额', isFigure: true },
  { title: '结果' },
  { title: '单据' },
  { title: '说明' },
];

/** More are not drawn: the list of a file is for looking something up, not for reading it again. */
const MOST_DRAWN = 500;

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <section className="wb-detail-part">
      <h2>
        文件行<span className="wb-part-count">{lines.length}</span>
      </h2>
      <PartTable
        label="文件行"
        head={HEAD}
        rows={lines.slice(0, MOST_DRAWN).map((line) => ({
          key: line.id,
          cells: [
            line.rowNo,
            line.no ?? '—',
            line.poNo ?? '—',
            line.amount === null ? '—' : `${grouped(line.amount)} ${line.currency ?? ''}`,
            line.outcome_dictText,
            <Became key="became" line={line} />,
            line.note,
          ],
        }))}
      />
      {lines.length > MOST_DRAWN && <p className="wb-part-none">这里显示前 {MOST_DRAWN} 行，其余请下载原件查看</p>}
    </section>
  );
}

/** The way to what a row became. */
function Became({ line }: { line: Line }): ReactNode {
  const ways = [
    [remittance, line.remittanceId, line.remittanceId_dictText, '看回款单'],
    [deduction, line.deductionId, line.deductionId_dictText, '看扣款'],
    [invoice, line.invoiceId, line.invoiceId_dictText, '看发票'],
    [bankLine, line.bankLineId, line.bankLineId_dictText, '看银行流水'],
  ] as const;
  const [way] = ways.filter(([, id]) => id !== null);
  if (!way) return '—';
  const [of, id, text, title] = way;
  return (
    <SourceLink title={title} permission={`finance:${of.name}:list`} path={detailPath(of, String(id))}>
      {text ?? '已删除'}
    </SourceLink>
  );
}
