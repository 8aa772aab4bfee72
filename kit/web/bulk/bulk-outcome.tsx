import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import type { BulkAnswer, BulkRow } from '#kit/model/resource-routes.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback.tsx';
import { cellOf } from '../cells/cells.ts';
import { failuresAsText } from '../lifecycle/batch-results.ts';
import { ReasonList } from '../lifecycle/reason-list.tsx';

/** What a change would do: how many rows, old and new of the first, and why some are refused. */
export function BulkPreview({ field, name, preview }: { field: Field; name: string; preview: BulkAnswer }): ReactNode {
  const { changed, same, refused, rows } = preview;
  const shown = rows.filter((row) => 'after' in row);
  return (
    <>
      <p className="wb-batch-sum" role="status">
        <strong>{changed}</strong> 条会修改，<strong>{same}</strong> 条不变，
        <strong className={refused > 0 ? 'wb-bad' : ''}>{refused}</strong> 条被拒绝
      </p>
      {shown.length > 0 && (
        <Table<BulkRow>
          size="small"
          rowKey="id"
          className="wb-bulk-pairs"
          dataSource={shown}
          pagination={false}
          scroll={{ y: 220 }}
          columns={[
            { title: '记录', dataIndex: 'label', ellipsis: true },
            {
              title: `原${field.title}`,
              key: 'before',
              ellipsis: true,
              render: (_: unknown, row) => <Value field={field} name={name} row={row} of="before" />,
            },
            {
              title: `新${field.title}`,
              key: 'after',
              ellipsis: true,
              render: (_: unknown, row) => <Value field={field} name={name} row={row} of="after" />,
            },
          ]}
          {...(shown.length < changed ? { footer: () => `前 ${shown.length} 条，共 ${changed} 条` } : {})}
        />
      )}
      <ReasonList rows={rows} />
    </>
  );
}

/** A value by the face of its kind, with the words that came along. */
function Value({
  field,
  name,
  row,
  of,
}: {
  field: Field;
  name: string;
  row: BulkRow;
  of: 'before' | 'after';
}): ReactNode {
  const value = row[of];
  if (value === null || value === undefined || value === '') return <span>空</span>;
  const words = row[`${of}_dictText`];
  if (words) return <span title={words}>{words}</span>;
  const { Show } = cellOf(field.kind);
  return <Show field={field} name={name} value={value} row={{ [name]: value }} />;
}

/** What is said of a bulk edit that is over. */
export function bulkText(title: string, rows: readonly BulkRow[]): string {
  const changed = rows.filter((row) => row.ok && row.isChanged).length;
  const same = rows.filter((row) => row.ok && !row.isChanged).length;
  const refused = rows.length - changed - same;
  return [
    `${title}已修改 ${changed} 条`,
    ...(same > 0 ? [`${same} 条不变`] : []),
    ...(refused > 0 ? [`${refused} 条被拒绝`] : []),
  ].join('，');
}

/** The outcome: what was refused stays as a list to try again or to copy. */
export function BulkResults({
  title,
  rows,
  onRetry,
  onClose,
}: {
  title: string;
  rows: readonly BulkRow[];
  onRetry: (ids: readonly string[]) => void;
  onClose: () => void;
}): ReactNode {
  const refused = rows.filter((row) => !row.ok);
  const text = bulkText(title, rows);
  return (
    <>
      {refused.length === 0 ? (
        <BlankState title={text} text="列表已更新。" />
      ) : (
        <>
          <p className="wb-batch-sum" role="status">
            {text}
          </p>
          <ReasonList rows={refused} />
        </>
      )}
      <div className="wb-dialog-actions">
        {refused.length > 0 && (
          <>
            <Button onClick={() => void copy(refused)}>复制</Button>
            <Button onClick={() => onRetry(refused.map(({ id }) => id))}>再试这 {refused.length} 条</Button>
          </>
        )}
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </div>
    </>
  );
}

async function copy(refused: readonly BulkRow[]): Promise<void> {
  if (await copyText(failuresAsText(refused))) toast.done(`已复制 ${refused.length} 条`);
  else toast.warn('浏览器不允许复制，请手动选中文字');
}
