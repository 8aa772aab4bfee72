import type { Move } from '#kit/model/lifecycle.ts';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { copyText } from '#ui/copy-text.ts';
import { say } from '#ui/feedback.tsx';
import { batchText } from './outcome-text.ts';
import { failuresAsText } from './batch-results.ts';
import type { BatchRow } from '#kit/model/resource-routes.ts';

interface BatchFailuresProps {
  move: Move;
  results: readonly BatchRow[];
  onRetry: (ids: readonly string[]) => void;
  onOpen: ((id: string) => void) | undefined;
  onClose: () => void;
}

/** The outcome of a batch: what failed stays as a list to open, retry or copy. */
export function BatchFailures({
  move,
  results,
  onRetry,
  onOpen,
  onClose,
}: BatchFailuresProps): ReactNode {
  const failed = results.filter((row) => !row.ok);
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
          <FailureTable failed={failed} onOpen={onOpen} />
        </>
      )}
      <div className="wb-dialog-actions">
        {failed.length > 0 && (
          <>
            <Button onClick={() => void copy(failed)}>复制</Button>
            <Button onClick={() => onRetry(failed.map((row) => row.id))}>
              重试失败的 {failed.length} 条
            </Button>
          </>
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
  onOpen,
}: {
  failed: readonly BatchRow[];
  onOpen: ((id: string) => void) | undefined;
}): ReactNode {
  const operations = {
    title: '操作',
    key: 'open',
    width: 72,
    render: (_: unknown, row: BatchRow) => (
      <Button type="link" size="small" onClick={() => onOpen?.(row.id)}>
        查看
      </Button>
    ),
  };
  return (
    <Table<BatchRow>
      size="small"
      rowKey="id"
      dataSource={failed as BatchRow[]}
      pagination={failed.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
      columns={[
        { title: '单号', dataIndex: 'label', width: 180, ellipsis: true },
        { title: '原因', dataIndex: 'message' },
        ...(onOpen ? [operations] : []),
      ]}
    />
  );
}

async function copy(failed: readonly BatchRow[]): Promise<void> {
  if (await copyText(failuresAsText(failed))) say.done(`已复制 ${failed.length} 条`);
  else say.warn('浏览器不允许复制，请手动选中表格内容');
}
