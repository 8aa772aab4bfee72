import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  cells,
  DetailPage,
  detailPath,
  grouped,
  linesOf,
  ListPage,
  SourceLink,
  usePage,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
} from '#kit/web/index.ts';
import { marketReport, marketReportEdition } from '../model/report.ts';
import { ByFile } from './by-file.tsx';
import { ReportData } from './report-data.tsx';

type Report = WireRow<typeof marketReport>;

const COLUMNS: readonly ColumnSpec<Report>[] = [
  {
    key: 'name',
    width: 272,
    under: ['note'],
    render: ({ id, name }) => (
      <SourceLink title="看报表" permission="market:marketReport:list" path={detailPath(marketReport, id)}>
        {name}
      </SourceLink>
    ),
  },
  { key: 'sellerId', width: 150, isWhole: true, under: ['accountId'] },
  {
    key: 'periodFrom',
    title: '周期',
    width: 166,
    render: ({ periodFrom, periodTo }) => (periodFrom === periodTo ? periodFrom : `${periodFrom} 至 ${periodTo}`),
  },
  {
    key: 'rowCount',
    width: 84,
    render: ({ status, rowCount, doneRows }) =>
      status === 'ready' ? `已读 ${grouped(doneRows)}` : rowCount === null ? '—' : grouped(rowCount),
    under: [{ key: 'edition', render: ({ edition }) => (edition > 0 ? `第 ${edition} 版` : null) }],
  },
  { key: 'status', width: 130, under: ['fault'] },
  { key: 'dueOn', width: 110 },
  { key: 'parsedAt', width: 150 },
  { key: 'type', hiddenByDefault: true },
  { key: 'createTime', hiddenByDefault: true },
];

/** 市场报表: what is to be fetched at marketplaces, and what its files say. */
export function ReportList(): ReactNode {
  const page = usePage();
  return (
    <ListPage
      of={marketReport}
      columns={COLUMNS}
      onOpen={({ id }) => page.open(detailPath(marketReport, id))}
      above={() => <ByFile how="到平台后台下载后，在这一行“上传文件”；广告报表可由接口取得" />}
    />
  );
}

type Detail = DetailRow<typeof marketReport>;

const GROUPS: readonly FactGroup<Detail>[] = [
  { title: '报表', keys: ['sellerId', 'accountId', 'type', 'periodFrom', 'periodTo', 'dueOn', 'note'] },
  { title: '文件', keys: ['edition', 'rowCount', 'parsedAt', 'fault', 'faultRow'] },
];

/** One report: its table with sums, and the files it came from. */
export const ReportDetail = (): ReactNode => (
  <DetailPage<typeof marketReport, Detail>
    of={marketReport}
    groups={GROUPS}
    lines={(row) => <ReportData id={row.id} edition={row.edition} status={row.status} />}
    below={(row) => <Editions editions={linesOf(row, marketReportEdition)} />}
  />
);

function Editions({ editions }: { editions: readonly WireRow<typeof marketReportEdition>[] }): ReactNode {
  if (editions.length === 0) return null;
  const { Show } = cells.files;
  return (
    <section className="wb-detail-part">
      <h2>
        文件<span className="wb-part-count">{editions.length}</span>
      </h2>
      <ul className="mk-editions">
        {editions
          .toSorted((a, b) => b.edition - a.edition)
          .map((one) => (
            <li key={one.id}>
              <strong>第 {one.edition} 版</strong>
              <span>{one.status_dictText}</span>
              <Show name="original" field={marketReportEdition.fields.original} value={one.original} row={one} />
              {one.rowCount !== null && <span>{grouped(one.rowCount)} 行</span>}
              <span>
                {one.createTime} {one.createBy}
              </span>
              {one.fault && <span className="mk-out">{one.fault}</span>}
              {one.notes && <small>{one.notes}</small>}
            </li>
          ))}
      </ul>
    </section>
  );
}
