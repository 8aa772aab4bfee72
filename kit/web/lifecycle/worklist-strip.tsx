import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { storeWorklistRoute, worklistRoute, type LeftOver } from '#kit/model/worklist.ts';
import { toastError } from '#ui/feedback.tsx';
import { fetchRoute } from '#ui/http/route-call.ts';
import { keyOf } from '../query-client.ts';
import { ReasonList } from './reason-list.tsx';

export interface WorklistStripProps {
  lifecycle: AnyLifecycle;
  /** Makes the move of these once more, by the dialog of many. */
  onRetry: (move: string, ids: readonly string[]) => void;
  onOpen?: ((id: string) => void) | undefined;
  /** Opens what clears the reason, beside the row, where the page has something of the kind. */
  onRepair?: ((id: string) => void) | undefined;
}

/**
 * What one's batches could not do: by its move under the head of the list, until each is done or read. Opened it is
 * the list to work on, each document with its reason and the way to clear it.
 */
export function WorklistStrip({ lifecycle, ...props }: WorklistStripProps): ReactNode {
  const { of } = lifecycle;
  const { data = [], refetch } = useQuery({
    queryKey: keyOf(of, 'worklist'),
    queryFn: ({ signal }) => fetchRoute(worklistRoute(of), { signal }),
    staleTime: 0,
  });
  if (data.length === 0) return null;
  const dismiss = async (move: string, ids: readonly string[] | 'all'): Promise<void> => {
    try {
      await fetchRoute(storeWorklistRoute(of), { body: { move, dismissed: ids } });
    } catch (error) {
      toastError(error);
    }
    void refetch();
  };
  return (
    <ul className="wb-held" aria-label="批量失败清单">
      {[...Map.groupBy(data, ({ move }) => move)].map(([move, rows]) => (
        <LeftOverGroup key={move} rows={rows} {...props} onDismiss={(ids) => dismiss(move, ids)} />
      ))}
    </ul>
  );
}

interface LeftOverGroupProps extends Omit<WorklistStripProps, 'lifecycle'> {
  rows: readonly LeftOver[];
  onDismiss: (ids: readonly string[] | 'all') => Promise<void>;
}

function LeftOverGroup({ rows, onDismiss, ...ways }: LeftOverGroupProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [{ move, moveTitle }] = rows as [LeftOver];
  return (
    <li className="wb-held-group wb-held-bad">
      <div className="wb-held-line">
        <span>
          批量{moveTitle}未完成 {rows.length} 条
        </span>
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : ways.onRepair ? '逐条处理' : '查看'}
        </Button>
        <Button
          type="link"
          size="small"
          onClick={() =>
            ways.onRetry(
              move,
              rows.map(({ id }) => id),
            )
          }
        >
          重试
        </Button>
        <Button type="text" size="small" onClick={() => void onDismiss('all')}>
          知道了
        </Button>
      </div>
      {isOpen && <LeftOverTable rows={rows} {...ways} onDismiss={onDismiss} />}
    </li>
  );
}

function LeftOverTable({ rows, onOpen, onRepair, onDismiss }: LeftOverGroupProps): ReactNode {
  return (
    <>
      <ReasonList rows={rows.map((row) => ({ ...row, ok: false }))} />
      <Table<LeftOver>
        size="small"
        rowKey="id"
        dataSource={rows as LeftOver[]}
        scroll={{ x: 480 }}
        pagination={rows.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        columns={[
          { title: '单号', dataIndex: 'label', width: 170, ellipsis: true },
          { title: '原因', dataIndex: 'message' },
          {
            title: '操作',
            key: 'ways',
            fixed: 'right',
            width: 150,
            render: (_, { id }) => (
              <>
                {onRepair && (
                  <Button type="link" size="small" onClick={() => onRepair(id)}>
                    处理
                  </Button>
                )}
                {onOpen && (
                  <Button type="link" size="small" onClick={() => onOpen(id)}>
                    查看
                  </Button>
                )}
                <Button type="text" size="small" onClick={() => void onDismiss([id])}>
                  移出
                </Button>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
