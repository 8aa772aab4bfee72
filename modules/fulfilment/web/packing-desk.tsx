import { PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import {
  Alert,
  Button,
  Card,
  Descriptions,
  Flex,
  Result,
  Skeleton,
  Table,
  Tag,
  Typography,
  Upload,
} from 'antd';
import type { ReactNode } from 'react';
import {
  MoveButtons,
  refreshResource,
  say,
  StateTag,
  tell,
  upload,
  usePage,
  usePageTitle,
  usePermission,
} from '#kit/web/index.ts';
import { box, shipment, shipmentLifecycle } from '../model/shipment.ts';
import { BoxCard } from './box-card.tsx';
import { LabelHold } from './label-hold.tsx';
import { usePacking, type Packing } from './packing-data.ts';
import { PAPERS, print, type Paper } from './papers.ts';

/** 打包台: one screen from the first box to the truck. */
export function PackingDesk(): ReactNode {
  const { params, open } = usePage();
  const id = params['id'] ?? '';
  const { data, error, refetch } = usePacking(id);
  usePageTitle(data ? `打包 ${data.shipmentNo}` : undefined);
  if (error)
    return (
      <Result
        status="error"
        title="发货单打不开"
        subTitle={error.message}
        extra={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!data) return <Skeleton active style={{ padding: 24 }} />;
  const refresh = (): void => {
    void refreshResource(shipment);
    void refreshResource(box);
  };
  return (
    <Flex vertical gap={12} style={{ padding: 16 }}>
      <Flex wrap gap={12} align="center">
        <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
          {data.shipmentNo}
        </Typography.Title>
        <StateTag lifecycle={shipmentLifecycle} state={data.status} />
        <Button type="link" onClick={() => open(`/orders/${data.orderId}`)}>
          PO {data.channelOrderNo}
        </Button>
        <span style={{ flex: 1 }} />
        <MoveButtons lifecycle={shipmentLifecycle} row={data} visible={3} onDone={refresh} />
        <PrintButtons id={id} />
      </Flex>
      <Notices data={data} onDone={refresh} />
      <Facts data={data} />
      <Lines data={data} />
      <Boxes data={data} onDone={refresh} />
    </Flex>
  );
}

function PrintButtons({ id }: { id: string }): ReactNode {
  const mayPrint = usePermission('fulfilment:shipment:print');
  if (!mayPrint) return null;
  return (Object.keys(PAPERS) as Paper[]).map((paper) => (
    <Button key={paper} icon={<PrinterOutlined />} onClick={() => void print(paper, [id])}>
      {PAPERS[paper].slice(2)}
    </Button>
  ));
}

/** What stands in the way, loudest first. */
function Notices({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  return (
    <>
      {data.holds.length > 0 && (
        <Alert type="error" showIcon title="订单被挂起，处理后才能继续发货" />
      )}
      {data.labelError && (
        <Alert
          type="error"
          showIcon
          title={`面单失败：${data.labelError}`}
          description="改正后再点“申请面单”。"
        />
      )}
      {data.labelHold && <LabelHold data={data} onDone={onDone} />}
      {data.customsRequired && !data.customsStored && (
        <CustomsUpload id={data.id} onDone={onDone} />
      )}
      {data.noticeError && (
        <Alert
          type="error"
          showIcon
          title={`发货通知失败：${data.noticeError}`}
          description="到“任务”页重试。"
        />
      )}
      {data.status === 'labelling' && (
        <Alert type="info" showIcon title="正在向平台申请面单，稍候自动刷新" />
      )}
    </>
  );
}

function CustomsUpload({ id, onDone }: { id: string; onDone: () => void }): ReactNode {
  const send = async (file: File): Promise<void> => {
    try {
      await upload(`/fulfilment/shipment/${id}/customs`, file);
      say.done('报关文件已保存');
      onDone();
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      title="需要报关文件，保存后才能发货"
      action={
        <Upload
          accept=".pdf"
          showUploadList={false}
          beforeUpload={(file) => {
            void send(file);
            return false;
          }}
        >
          <Button size="small" icon={<UploadOutlined />}>
            上传 PDF
          </Button>
        </Upload>
      }
    />
  );
}

function Facts({ data }: { data: Packing }): ReactNode {
  const shipClass =
    data.class === null
      ? '装箱后判定'
      : `${data.class === 'ltl' ? '零担' : '小包裹'}（${data.classReason ?? ''}）`;
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2, xl: 3 }}
      items={[
        { key: 'warehouse', label: '仓库', children: data.warehouse },
        { key: 'method', label: '物流渠道', children: data.shipMethod ?? '—' },
        { key: 'class', label: '类型', children: shipClass },
        { key: 'tracking', label: '运单号', children: data.trackingNo ?? '—' },
        { key: 'pickup', label: '提货时间', children: data.pickupDate ?? '—' },
      ]}
    />
  );
}

function Lines({ data }: { data: Packing }): ReactNode {
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 700 }}
      dataSource={data.lines}
      columns={[
        { title: '渠道SKU', dataIndex: 'channelSku', width: 200 },
        { title: '名称', dataIndex: 'name', ellipsis: true },
        { title: '数量', dataIndex: 'qty', align: 'right', width: 70 },
        { title: '已装箱', dataIndex: 'qtyPacked', align: 'right', width: 80 },
        {
          title: '还缺',
          dataIndex: 'missing',
          render: (missing: string[]) =>
            missing.length === 0 ? (
              <Tag color="green">齐</Tag>
            ) : (
              missing.map((text) => (
                <Tag color="orange" key={text}>
                  {text}
                </Tag>
              ))
            ),
        },
      ]}
    />
  );
}

function Boxes({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  if (data.boxes.length === 0)
    return <Card size="small">还没有箱子：点“按箱规装箱”，系统按每件的箱规生成箱子。</Card>;
  return (
    <div
      style={{
        display: 'grid',
        gap: 12,
        gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))',
      }}
    >
      {data.boxes.map((one, index) => (
        <BoxCard
          key={one.id}
          box={one}
          title={`${index + 1} / ${data.boxes.length}`}
          onDone={onDone}
        />
      ))}
    </div>
  );
}
