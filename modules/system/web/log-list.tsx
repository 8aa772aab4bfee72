import { itemsOf } from '#kit/model/dict.ts';
import { Segmented } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, usePage, type ColumnSpec } from '#kit/web/index.ts';
import { logTypes } from '../model/dictionaries.ts';
import { log } from '../model/log.ts';
import { LogDetail } from './log-detail.tsx';

const LOGIN: readonly ColumnSpec<WireRow<typeof log>>[] = [
  'createTime',
  { key: 'logContent', width: 280 },
  'username',
  'ip',
  { key: 'costTime', width: 110 },
  { key: 'userAgent', width: 320, sortable: false },
];
const OPERATION: readonly ColumnSpec<WireRow<typeof log>>[] = [
  'createTime',
  { key: 'logContent', width: 280 },
  { key: 'operateType', width: 100 },
  'username',
  'ip',
  { key: 'costTime', width: 110 },
  { key: 'method', width: 260, sortable: false },
];

/** What each kind of entry has; the kind itself is chosen above. */
const QUERYABLE = {
  '1': ['logContent', 'username', 'ip', 'userAgent', 'costTime', 'createTime'],
  '2': ['logContent', 'operateType', 'username', 'ip', 'method', 'requestUrl', 'requestType', 'costTime', 'createTime'],
} as const;

/** 日志管理: who signed in, and who changed what. */
export function LogList(): ReactNode {
  const page = usePage();
  const [logType, setLogType] = useState<'1' | '2'>('1');
  const fixed = useMemo(() => ({ logType }), [logType]);
  const [opened, setOpened] = useState<WireRow<typeof log> | null>(null);
  return (
    <>
      <ListPage
        of={log}
        onOpen={setOpened}
        rowActions={(row) => [{ key: 'detail', title: '详情', onClick: () => setOpened(row) }]}
        fixed={fixed}
        columns={logType === '1' ? LOGIN : OPERATION}
        queryable={QUERYABLE[logType]}
        filters={
          logType === '1'
            ? ['logContent', 'username', 'ip', 'createTime']
            : ['logContent', 'operateType', 'username', 'createTime']
        }
        head={
          <Segmented
            aria-label="日志类型"
            value={logType}
            options={itemsOf(logTypes).map(([value, label]) => ({ value, label }))}
            onChange={(value) => {
              setLogType(value as '1' | '2');
              page.setQuery({});
            }}
          />
        }
      />
      {opened && <LogDetail entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
