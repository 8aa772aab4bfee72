import { Alert, Button, Flex, Timeline, Typography } from 'antd';
import type { ReactNode } from 'react';
import { ResourceDetail, usePage, usePageTitle, useRow, type DetailRow } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { orderDetailParts } from './order-slots.ts';
import { PartialCancel } from './partial-cancel.tsx';

interface Hold {
  id: string;
  type: string;
  type_dictText: string;
  detail: string | null;
  openedAt: string;
  closedAt: string | null;
}

/** 订单详情: what holds it, what it contains, where it is, and what may be done. */
export function OrderDetail(): ReactNode {
  const { params } = usePage();
  const id = params['id'] ?? '';
  const { data } = useRow(salesOrder, id);
  usePageTitle(data ? `订单 ${String(data['channelOrderNo'])}` : undefined);
  return (
    <ResourceDetail
      of={salesOrder}
      id={id}
      columns={4}
      dialogs={{ cancel: PartialCancel }}
      moves={[
        'accept',
        'start',
        'acceptPrice',
        'correctAddress',
        'release',
        'reallocate',
        'remark',
        'hold',
        'cancel',
        'reject',
        'deliver',
        'complete',
      ]}
    >
      {(row) => (
        <>
          <OpenHolds row={row} />
          <orderDetailParts.Outlet orderId={id} />
          <Changes row={row} />
        </>
      )}
    </ResourceDetail>
  );
}

/** Each open hold with what clears it. */
function OpenHolds({ row }: { row: DetailRow }): ReactNode {
  const { open } = usePage();
  const holds = ((row.lines?.['orderHold'] ?? []) as unknown as Hold[]).filter(
    (hold) => !hold.closedAt,
  );
  if (holds.length === 0) return null;
  return (
    <Flex vertical gap={8} style={{ marginBlock: 12 }}>
      {holds.map((hold) => (
        <Alert
          key={hold.id}
          type={hold.type === 'cancelRequest' ? 'error' : 'warning'}
          showIcon
          title={`${hold.type_dictText}：${hold.detail ?? ''}`}
          description={NEXT[hold.type]?.text}
          action={
            NEXT[hold.type]?.path ? (
              <Button size="small" onClick={() => open(NEXT[hold.type]?.path?.(hold) ?? '')}>
                {NEXT[hold.type]?.button}
              </Button>
            ) : undefined
          }
        />
      ))}
    </Flex>
  );
}

const NEXT: Readonly<
  Record<string, { text: string; button?: string; path?: (hold: Hold) => string }>
> = {
  unmapped: {
    text: '给这个渠道SKU配对本地SKU，订单会自动解除挂起并预占库存。',
    button: '去配对',
    path: (hold) => `/channel/wf/product?channelSku=${encodeURIComponent(hold.detail ?? '')}`,
  },
  outOfStock: {
    text: '补货后按最晚发货先后自动预占；也可以换仓。',
    button: '看库存',
    path: () => '/base/inventory',
  },
  priceMismatch: { text: '财务确认后点“接受价格”，或到平台申诉。' },
  address: { text: '点“修正地址”填写正确地址。' },
  duplicate: { text: '与另一订单收货地址和商品相同，确认无误后解除挂起。' },
  cancelRequest: {
    text: '到取消申请里同意或拒绝。',
    button: '去处理',
    path: () => '/channel/wf/cancellation',
  },
  noAck: {
    text: '平台没有确认接单，查看任务里的原因后重试。',
    button: '看任务',
    path: () => '/tasks',
  },
  manual: { text: '处理完后解除挂起。' },
};

/** What the channel changed after we had the order. */
function Changes({ row }: { row: DetailRow }): ReactNode {
  const changes = (row['changes'] ?? []) as { summary: string; at: string }[];
  if (changes.length === 0) return null;
  return (
    <section>
      <Typography.Title level={2} style={{ fontSize: 16 }}>
        平台变更
      </Typography.Title>
      <Timeline
        items={changes.map((change, index) => ({
          key: index,
          content: `${change.at}　${change.summary}`,
        }))}
      />
    </section>
  );
}
