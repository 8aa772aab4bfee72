import { useState, type ReactNode } from 'react';
import { fetchRow, ListPage, toastError, usePage, usePermissions, type ColumnSpec } from '#kit/web/index.ts';
import { copyOf, ReportForm, type Values } from './report-form.tsx';
import { report, WRITE_QUERIES, type ShownReport } from '../../model/reports/report.ts';

const COLUMNS: readonly ColumnSpec<ShownReport>[] = [
  { key: 'name', width: 200, under: ['code'] },
  {
    key: 'isBuiltIn',
    title: '来源',
    width: 110,
    render: ({ isBuiltIn }) => (isBuiltIn ? '系统报表' : '自建'),
  },
  {
    key: 'note',
    width: 420,
    render: ({ note, waitsFor }) =>
      waitsFor ? <span className="wb-state wb-state-warn">{waitsFor}</span> : (note ?? '—'),
  },
  { key: 'kind', width: 110, under: ['dataSourceId'] },
  { key: 'roles', width: 160, under: ['menuParent'] },
  'createTime',
];

/** 在线报表: those that the product brings along, and the tenant's own. */
export function ReportList(): ReactNode {
  const { open } = usePage();
  const may = usePermissions();
  const [copied, setCopied] = useState<Values | null>(null);
  const show = ({ code }: ShownReport): void => open(`/online/cgreport/${encodeURIComponent(code ?? '')}`);
  const copy = async ({ id }: ShownReport): Promise<void> => {
    try {
      setCopied(copyOf(await fetchRow(report, id)));
    } catch (error) {
      toastError(error);
    }
  };
  // One that waits has nothing to be copied yet; a query is written by whoever may write queries.
  const mayCopy = ({ kind, waitsFor }: ShownReport): boolean =>
    may('operations:report:add') && waitsFor === null && (kind !== 'query' || may(WRITE_QUERIES));
  return (
    <>
      <ListPage
        of={report}
        columns={COLUMNS}
        filters={['name', 'code', 'kind', 'isBuiltIn']}
        form={ReportForm}
        rowActions={(row) => [
          { key: 'open', title: '打开', onClick: () => show(row) },
          ...(mayCopy(row) ? [{ key: 'copy', title: '复制', onClick: () => void copy(row) }] : []),
        ]}
        onOpen={show}
        lacks={({ isBuiltIn }) => (isBuiltIn ? ['edit', 'delete'] : [])}
        deletion={() => '删除后菜单里和按时发送的都没有了；数据不受影响。'}
      />
      {copied && <ReportForm initial={copied} onClose={() => setCopied(null)} />}
    </>
  );
}
