import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '../blank-state.tsx';
import { say } from '../feedback.tsx';
import { failuresAsText } from './batch-results.ts';
import type { BatchRow } from './run-move.ts';

/** The outcome of a batch: what failed stays as a list to open, retry or copy. */
export function BatchFailures({
  title,
  results,
  onRetry,
  onOpen,
  onClose,
}: {
  title: string;
  results: readonly BatchRow[];
  onRetry: (ids: readonly string[]) => void;
  onOpen: ((id: string) => void) | undefined;
  onClose: () => void;
}): ReactNode {
  const failed = results.filter((row) => !row.ok);
  const sum = `${title}成功 ${results.length - failed.length} 条，失败 ${failed.length} 条`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(failuresAsText(failed));
    say.done(`已复制 ${failed.length} 条`);
  };
  return (
    <>
      {failed.length === 0 ? (
        <BlankState title={sum} text="全部完成。" />
      ) : (
        <>
          <p className="wb-batch-sum" role="status">
            {sum}
          </p>
          <Table<BatchRow>
            size="small"
            rowKey="id"
            dataSource={failed}
            pagination={failed.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            columns={[
              { title: '单号', dataIndex: 'label', width: 180, ellipsis: true },
              { title: '原因', dataIndex: 'message' },
              ...(onOpen
                ? [
                    {
                      title: '操作',
                      key: 'open',
                      width: 72,
                      render: (_: unknown, row: BatchRow) => (
                        <Button type="link" size="small" onClick={() => onOpen(row.id)}>
                          查看
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
      <div className="wb-dialog-actions">
        {failed.length > 0 && (
          <>
            <Button onClick={() => void copy()}>复制</Button>
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
