import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, grouped, keyOf } from '#kit/web/index.ts';
import { channelStock, stockFormulaRoute, type StockFormula } from '../model/channel-stock.ts';
import { quantitySteps } from '../model/quantity-steps.ts';

/** 查看计算: how the quantity of a row comes about, line by line. */
export function QuantityFormula({
  row: { channelProductId, channelWarehouseCode: code, channelSku },
  onClose,
}: {
  row: { channelProductId: string; channelWarehouseCode: string; channelSku: string };
  onClose: () => void;
}): ReactNode {
  const query = useQuery({
    queryKey: keyOf(channelStock, 'formula', channelProductId, code),
    queryFn: ({ signal }) => fetchRoute(stockFormulaRoute, { query: { channelProductId, code }, signal }),
  });
  return (
    <Modal open title={`${channelSku} · 渠道仓 ${code}`} width={560} footer={null} onCancel={onClose}>
      {query.isPending && <Skeleton active aria-label="正在计算" />}
      {query.error && <Alert type="error" showIcon title={query.error.message} />}
      {query.data && <Steps formula={query.data} />}
    </Modal>
  );
}

function Steps({ formula }: { formula: StockFormula }): ReactNode {
  const { inputs, warehouses, shown, isInDoubt } = formula;
  const steps = quantitySteps(inputs, warehouses).map((step, key) => ({ key, ...step }));
  return (
    <>
      <Table
        size="small"
        pagination={false}
        dataSource={steps}
        columns={[
          { title: '项目', dataIndex: 'title' },
          { title: '计算', dataIndex: 'how' },
          {
            title: '数量',
            dataIndex: 'qty',
            align: 'right',
            render: (qty: number) => <span className="wb-number">{grouped(qty)}</span>,
          },
        ]}
        rowClassName={(_step, at) => (at === steps.length - 1 ? 'ch-formula-end' : '')}
      />
      <p className="ch-formula-shown">
        渠道数量 {shown === null ? '未推送' : grouped(shown)}
        {isInDoubt && '（已发出，待平台确认）'}
      </p>
    </>
  );
}
