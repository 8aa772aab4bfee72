import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { FactList, type Fact } from '#kit/web/index.ts';
import './system.css';
import { log } from '../model/log.ts';

type Entry = WireRow<typeof log>;

const LOGIN = ['createTime', 'logContent', 'username', 'ip', 'costTime', 'userAgent'] as const;
const OPERATION = [
  'createTime',
  'logContent',
  'operateType',
  'username',
  'ip',
  'costTime',
  'requestType',
  'requestUrl',
  'method',
  'requestParam',
  'touched',
] as const;
const WIDE: ReadonlySet<string> = new Set(['userAgent', 'requestParam', 'touched']);

/** One entry of the log, whole. */
export function LogDetail({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactNode {
  const keys = entry.logType === '1' ? LOGIN : OPERATION;
  const facts = keys.map((key): Fact => ({
    key,
    title: log.fields[key].title,
    value: valueOf(entry, key),
    isWide: WIDE.has(key),
  }));
  return (
    <Drawer open title="日志详情" size={720} onClose={onClose}>
      <FactList facts={facts} columns={2} />
    </Drawer>
  );
}

function valueOf(entry: Entry, key: (typeof OPERATION | typeof LOGIN)[number]): ReactNode {
  const value = entry[key];
  if (value === null || value === undefined || value === '') return null;
  if (key === 'operateType') return entry.operateType_dictText;
  if (key !== 'requestParam' && key !== 'touched') return String(value);
  return <pre className="sys-log-json">{indented(String(value))}</pre>;
}

/** What was cut off is no JSON any more and stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
