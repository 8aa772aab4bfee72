import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio, Select, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import {
  fetchRoute,
  detailPath,
  DialogFrame,
  refreshResource,
  toast,
  scopeOf,
  selectedCount,
  usePage,
  usePermission,
  type Selection,
} from '#kit/web/index.ts';
import { shipment } from '../../model/shipment.ts';
import {
  makeWaveRoute,
  planWaveRoute,
  requestedWaveKind,
  type LeftOut,
  type WavePlan,
} from '../../model/wave-routes.ts';
import { wave } from '../../model/wave.ts';
import { PickerSelect } from './picker-select.tsx';
import './wave.css';

type Kind = keyof typeof requestedWaveKind.items;

const KIND_NOTES: Readonly<Record<Kind, string>> = {
  auto: '单件的合在一起拣，其余推车拣货；每个仓库各自成波次',
  single: '每单只有一件：同一SKU合在一起拣，再逐件打包',
  multi: '推车拣货：每张发货单占车上一格',
  each: '一张一张拣，拣完一张再拣下一张',
};

/** 生成波次 of what is chosen in the list. */
export function MakeWaves({ selection }: { selection: Selection }): ReactNode {
  const [scope, setScope] = useState<BatchScope | null>(null);
  const mayMake = usePermission('fulfilment:wave:make');
  if (!mayMake) return null;
  const start = (): void => {
    if (selectedCount(selection) === 0) toast.warn('请选择一条记录！');
    else setScope(scopeOf(selection));
  };
  return (
    <>
      <Button onClick={start}>生成波次</Button>
      {scope && <MakeDialog scope={scope} onClose={() => setScope(null)} />}
    </>
  );
}

function MakeDialog({ scope, onClose }: { scope: BatchScope; onClose: () => void }): ReactNode {
  const page = usePage();
  const [kind, setKind] = useState<Kind>('auto');
  const [warehouseId, setWarehouse] = useState<string | null>(null);
  const [assignee, setAssignee] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const query = { ...scope, kind, ...(warehouseId ? { warehouseId } : {}) };
  const { data, error } = useQuery({
    queryKey: ['fulfilment', 'wavePlan', query],
    queryFn: ({ signal }) => fetchRoute(planWaveRoute, { body: query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const make = async (): Promise<void> => {
    const body = { ...query, ...(assignee ? { assignee } : {}), ...(remark ? { remark } : {}) };
    const { waves } = await fetchRoute(makeWaveRoute, { body });
    await Promise.all([refreshResource(shipment), refreshResource(wave)]);
    const [first] = waves;
    toast.done(`已生成 ${waves.length} 个波次`);
    if (first && waves.length === 1) page.open(detailPath(wave, first.id));
    else page.open('/orders/wave?tab=open');
  };
  return (
    <DialogFrame
      open
      title="生成波次"
      width={560}
      okText={data && data.waves > 1 ? `生成 ${data.waves} 个波次` : '生成波次'}
      okDisabled={!data || data.shipments === 0}
      onOk={make}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="拣货方式" extra={KIND_NOTES[kind]}>
          <Radio.Group
            aria-label="拣货方式"
            value={kind}
            options={Object.entries(requestedWaveKind.items).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setKind(event.target.value as Kind)}
          />
        </Form.Item>
        {data && data.warehouses.length > 1 && (
          <Form.Item label="仓库" extra="一个波次只拣一个仓库">
            <Select
              aria-label="仓库"
              value={warehouseId ?? ''}
              options={[
                { value: '', label: '全部仓库' },
                ...data.warehouses.map(({ id, name, shipments }) => ({
                  value: id,
                  label: `${name}（${shipments} 张）`,
                })),
              ]}
              onChange={(id) => setWarehouse(id || null)}
            />
          </Form.Item>
        )}
        <Form.Item label="拣货人">
          <PickerSelect value={assignee} onChange={setAssignee} />
        </Form.Item>
        <Form.Item label="备注" htmlFor="wv-remark">
          <Input id="wv-remark" maxLength={255} value={remark} onChange={(event) => setRemark(event.target.value)} />
        </Form.Item>
      </Form>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && <Plan plan={data} />}
    </DialogFrame>
  );
}

function Plan({ plan }: { plan: WavePlan }): ReactNode {
  return (
    <div className="wv-plan">
      <p role="status">
        {plan.shipments === 0
          ? '没有可以编入波次的发货单'
          : `${plan.shipments} 张发货单 · ${plan.units} 件 · ${plan.skus} 个SKU · ${plan.bins > 0 ? `${plan.bins} 个货位` : '没有登记货位'}`}
      </p>
      {plan.leftOut.length > 0 && <LeftOuts rows={plan.leftOut} />}
    </div>
  );
}

const MOST_SHOWN = 50;

function LeftOuts({ rows }: { rows: readonly LeftOut[] }): ReactNode {
  return (
    <details open={rows.length <= 10}>
      <summary>{rows.length} 张不编入</summary>
      <ul className="wv-left-out">
        {rows.slice(0, MOST_SHOWN).map(({ id, shipmentNo, reason }) => (
          <li key={id}>
            <span>{shipmentNo}</span> <span className="wv-weak">{reason}</span>
          </li>
        ))}
        {rows.length > MOST_SHOWN && <li>还有 {rows.length - MOST_SHOWN} 张</li>}
      </ul>
    </details>
  );
}
