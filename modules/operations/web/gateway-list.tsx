import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  callRoute,
  confirmAction,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePermission,
  type ColumnSpec,
  type RowAction,
} from '#kit/web/index.ts';
import { gatewayCalls } from '../model/gateway-calls.ts';
import { gatewayRoute, type ShownRoute } from '../model/gateway-route.ts';
import { GatewayForm } from './gateway-form.tsx';
import { GatewayPreview } from './gateway-preview.tsx';

const COLUMNS: readonly ColumnSpec<ShownRoute>[] = [
  { key: 'name', width: 180, under: ['routerId'] },
  { key: 'paths', width: 220, sortable: false },
  {
    key: 'uri',
    width: 260,
    under: [{ key: 'timeoutSeconds', render: ({ timeoutSeconds }) => `${timeoutSeconds} 秒` }],
  },
  { key: 'access', width: 130 },
  { key: 'sortNo', width: 80 },
  {
    key: 'status',
    width: 90,
    render: ({ status, status_dictText }) => (
      <span className={`wb-state wb-state-${isOn(status) ? 'done' : 'idle'}`}>{status_dictText}</span>
    ),
  },
  { key: 'note', width: 180 },
  'createTime',
];

const isOn = (status: unknown): boolean => String(status) === '1';

/** 网关路由: what is forwarded to other services. */
export function SysGatewayRouteList(): ReactNode {
  const [tried, setTried] = useState<ShownRoute | 'any' | null>(null);
  const mayEdit = usePermission('operations:gatewayRoute:edit');
  const actions = (route: ShownRoute): RowAction[] => [
    ...(mayEdit
      ? [
          isOn(route.status)
            ? { key: 'off', title: '停用', isQuiet: true, onClick: () => void switchOff(route) }
            : { key: 'on', title: '启用', onClick: () => void write(route, true) },
        ]
      : []),
    { key: 'preview', title: '预览', onClick: () => setTried(route) },
  ];
  return (
    <>
      <ListPage
        of={gatewayRoute}
        columns={COLUMNS}
        filters={['name', 'paths', 'status']}
        form={GatewayForm}
        rowActions={actions}
        toolbar={() => <Tools mayEdit={mayEdit} onPreview={() => setTried('any')} />}
        deletion={() => '删除后各节点立即不再转发；正在进行的请求会做完。'}
      />
      {tried && <GatewayPreview of={tried === 'any' ? null : tried} onClose={() => setTried(null)} />}
    </>
  );
}

function Tools({ mayEdit, onPreview }: { mayEdit: boolean; onPreview: () => void }): ReactNode {
  return (
    <>
      <Button onClick={onPreview}>预览转发</Button>
      {mayEdit && <Button onClick={() => void clear()}>清除缓存</Button>}
    </>
  );
}

async function clear(): Promise<void> {
  try {
    toast.done((await callRoute(gatewayCalls.clear)).message);
  } catch (error) {
    toastError(error);
  }
}

async function switchOff(route: ShownRoute): Promise<void> {
  const content = '各节点立即不再转发；正在进行的请求会做完。';
  if (await confirmAction({ title: `停用“${route.name}”？`, content, okText: '停用' })) await write(route, false);
}

async function write({ id }: ShownRoute, status: boolean): Promise<void> {
  try {
    toast.done((await callRoute(gatewayCalls.updateAll, { body: { router: { id, status } } })).message);
  } catch (error) {
    toastError(error);
  } finally {
    void refreshResource(gatewayRoute);
  }
}
