import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import type { BodyOf } from '#kit/model/route.ts';
import { fetchRoute, BlankState, refreshResource, toast } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { channelProduct } from '../model/channel-product.ts';
import { autoMapRoute, type AutoMapAnswer, type AutoMapScope, type ProposedRow } from '../model/routes.ts';
import './channels.css';

/**
 * Automatic mapping in two steps: what would be mapped and why (nothing is written), then the
 * chosen ones. Certain ones are ticked; likenesses wait for a person's tick.
 */
export function AutoMap({ scope, onClose }: { scope: AutoMapScope; onClose: () => void }): ReactNode {
  const preview = useQuery({
    queryKey: ['channels:autoMap', scope],
    queryFn: () => autoMap({ ...scope, dryRun: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<AutoMapAnswer['refused']>([]);
  const chosen = ticked ?? preview.data?.rows.filter((row) => row.isCertain).map((row) => row.id) ?? [];
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { mapped, refused: left } = await autoMap({ ids: chosen, confirm: true });
      toast.done(`已配对 ${mapped} 条，等待配对的订单已放行`);
      if (left.length === 0) return onClose();
      // They stay chosen: put right elsewhere, they can be tried again from here.
      setRefused(left);
      setTicked(left.map(({ id }) => id));
      await preview.refetch();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '未知错误');
    } finally {
      setBusy(false);
      void refreshResource(channelProduct);
      void refreshResource(salesOrder);
    }
  };
  const error = failure ?? preview.error?.message;
  return (
    <Modal
      open
      title="自动配对预览"
      width={960}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" disabled={chosen.length === 0} loading={isBusy} onClick={() => void run()}>
            配对选中的 {chosen.length} 条
          </Button>
        </>
      }
    >
      {error && <Alert type="error" showIcon title={error} className="wb-form-note" />}
      {refused.length > 0 && <NotPaired refused={refused} />}
      {preview.isPending && <Skeleton active aria-label="正在查找" />}
      {preview.data &&
        (preview.data.total === 0 ? (
          <BlankState title="没有未配对的渠道产品" />
        ) : (
          <PreviewTable answer={preview.data} chosen={chosen} onChoose={setTicked} />
        ))}
    </Modal>
  );
}

/** What was chosen and stays unpaired, each with its reason. */
function NotPaired({ refused }: { refused: AutoMapAnswer['refused'] }): ReactNode {
  return (
    <Alert
      type="warning"
      showIcon
      className="wb-form-note"
      title={`${refused.length} 条没有配对，其余已配对`}
      description={
        <ul className="ch-map-left">
          {refused.map(({ id, channelSku, reason }) => (
            <li key={id}>
              <strong>{channelSku}</strong>：{reason}
            </li>
          ))}
        </ul>
      }
    />
  );
}

function PreviewTable({
  answer,
  chosen,
  onChoose,
}: {
  answer: AutoMapAnswer;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}): ReactNode {
  return (
    <>
      <p className="ch-map-sum" role="status">
        共 {answer.total} 条：可直接配对 <strong>{answer.certain}</strong> 条，需确认{' '}
        <strong>{answer.suggested}</strong> 条，没有找到 <strong>{answer.none}</strong> 条。
      </p>
      <Table<ProposedRow>
        size="small"
        rowKey="id"
        dataSource={answer.rows}
        scroll={{ x: 860, y: 380 }}
        pagination={answer.rows.length > 50 ? { pageSize: 50, size: 'small' } : false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          preserveSelectedRowKeys: true,
          onChange: (keys) => onChoose(keys.map(String)),
          getCheckboxProps: (row) => ({
            disabled: row.skuId === null,
            'aria-label': `选择 ${row.channelSku}`,
          }),
        }}
        columns={[
          { key: 'channelSku', title: '渠道SKU', dataIndex: 'channelSku', width: 170 },
          { key: 'title', title: '标题', dataIndex: 'title', width: 220, ellipsis: true },
          {
            key: 'sku',
            title: '本地SKU',
            width: 170,
            render: (_, row) => row.skuId_dictText ?? '—',
          },
          { key: 'method', title: '依据', dataIndex: 'method_dictText', width: 96 },
          { key: 'explanation', title: '说明', dataIndex: 'explanation' },
        ]}
      />
    </>
  );
}

const autoMap = (body: BodyOf<typeof autoMapRoute>): Promise<AutoMapAnswer> =>
  fetchRoute(autoMapRoute, { body, timeout: 60_000 });
