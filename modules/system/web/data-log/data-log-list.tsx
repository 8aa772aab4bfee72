import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchRoute, ListPage, usePage, type ColumnSpec, type Row } from '#kit/web/index.ts';
import { dataLog } from '../../model/log.ts';
import { dataLogCalls } from '../../model/routes/data-log.ts';
import { CompareVersions } from './compare-versions.tsx';
import '../system.css';

type Entry = WireRow<typeof dataLog>;

/** What the page of the list is answered with beside its fields. */
const beside = (row: Entry) => row as { dataVersion?: number; changed?: string };

const COLUMNS: readonly ColumnSpec<Entry>[] = [
  'createTime',
  { key: 'tableTitle', width: 140 },
  {
    key: 'dataVersion',
    title: '版本',
    width: 80,
    align: 'right',
    render: (row) => `v${beside(row).dataVersion ?? ''}`,
  },
  { key: 'deed', width: 180 },
  {
    key: 'changed',
    title: '改动字段',
    width: 300,
    ellipsis: true,
    render: (row) => beside(row).changed ?? '',
    text: (row) => beside(row).changed ?? '',
    isBlank: (row) => !beside(row).changed,
  },
  { key: 'username', width: 140 },
  { key: 'dataId', width: 300, sortable: false },
];

/** 数据日志: what was changed of which row; two versions of it side by side, and the way back to one. */
export function DataLogList(): ReactNode {
  const page = usePage();
  const [dataTable, setDataTable] = useState<string>();
  const [opened, setOpened] = useState<Row | null>(null);
  const { data: tables = [] } = useQuery({
    queryKey: ['dataLog', 'tables'],
    queryFn: () => fetchRoute(dataLogCalls.tables),
  });
  const fixed = useMemo(() => (dataTable ? { dataTable } : {}), [dataTable]);
  return (
    <>
      <ListPage
        of={dataLog}
        fixed={fixed}
        columns={COLUMNS}
        filters={['username', 'dataId', 'deed', 'createTime']}
        rowActions={(row) => [{ key: 'compare', title: '对比版本', onClick: () => setOpened(row) }]}
        head={
          <Select
            aria-label="数据"
            placeholder="全部数据"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            className="sys-data-log-table"
            value={dataTable}
            options={tables.map(({ value, text }) => ({ value, label: text }))}
            onChange={(value: string | undefined) => {
              setDataTable(value);
              page.setQuery({});
            }}
          />
        }
      />
      {opened && (
        <CompareVersions
          entry={{
            id: opened.id,
            dataTable: String(opened['dataTable']),
            dataId: String(opened['dataId']),
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
