import type { Move } from '#kit/model/lifecycle.ts';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback.tsx';
import { batchText } from './outcome-text.ts';
import { failuresAsText, type Outcome } from './batch-results.ts';
import type { BatchRow } from '#kit/model/resource-routes.ts';

interface BatchFailuresProps {
  move: Move;
  results: readonly Outcome[];
  onRetry: (ids: readonly string[]) => void;
  /** Opens what clears the reason of a document that was refused. */
  onRepair: ((id: string) => void) | undefined;
  onOpen: ((id: string) => void) | undefined;
  onClose: () => void;
}

/** The outcome of a batch: what failed stays as a list to open, retry or copy. */
export function BatchFailures({ move, results, onRetry, onRepair, onOpen, onClose }: BatchFailuresProps): ReactNode {
  const failed = results.filter((row) => !row.ok);
  // What is barred would be refused again: it is cleared first.
  const again = failed.filter((row) => !row.isBarred);
  const sum = batchText(move, results);
  return (
    <>
      {failed.length === 0 ? (
        <BlankState title={sum} text={move.submits ? '结果见列表的状态。' : '全部完成。'} />
      ) : (
        <>
          <p className="wb-batch-sum" role="status">
            {sum}
          </p>
          <FailureTable failed={failed} onRepair={onRepair} onOpen={onOpen} />
        </>
      )}
      <div className="wb-dialog-actions">
        {failed.length > 0 && <Button onClick={() => void copy(failed)}>复制</Button>}
        {again.length > 0 && (
          <Button onClick={() => onRetry(again.map((row) => row.id))}>
            重试{again.length < failed.length ? '其中' : '失败'}的 {again.length} 条
          </Button>
        )}
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </div>
    </>
  );
}

function FailureTable({
  failed,
  onRepair,
  onOpen,
}: {
  failed: readonly Outcome[];
  onRepair: ((id: string) => void) | undefined;
  onOpen: ((id: string) => void) | undefined;
}): ReactNode {
  const operations = {
    title: '操作',
    key: 'open',
    width: onRepair ? 120 : 72,
    render: (_: unknown, row: Outcome) => (
      <>
        {row.isBarred && onRepair && (
          <Button type="link" size="small" onClick={() => onRepair(row.id)}>
            处理
          </Button>
        )}
        {onOpen && (
          <Button type="link" size="small" onClick={() => onOpen(row.id)}>
            查看
          </Button>
        )}
      </>
    ),
  };
  return (
    <Table<Outcome>
      size="small"
      rowKey="id"
      dataSource={failed as Outcome[]}
      pagination={failed.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
      columns={[
        { title: '单号', dataIndex: 'label', width: 180, ellipsis: true },
        { title: '原因', dataIndex: 'message' },
        ...(onOpen || onRepair ? [operations] : []),
      ]}
    />
  );
}

async function copy(failed: readonly BatchRow[]): Promise<void> {
  if (await copyText(failuresAsText(failed))) toast.done(`已复制 ${failed.length} 条`);
  else toast.warn('浏览器不允许复制，请手动选中表格内容');
}
