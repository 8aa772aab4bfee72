import { Alert, Button, Drawer, Form, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { callRoute, fetchResource, toastError } from '#kit/web/index.ts';
import { gatewayCalls, type Preview } from '../model/gateway-calls.ts';
import { gatewayAccess, gatewayRoute, type ShownRoute } from '../model/gateway-route.ts';
import './operations.css';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

interface Typed {
  method: string;
  path: string;
  host?: string;
  headers?: string;
}

/** Where a call would be forwarded to: by one route, or by whichever takes it. */
export function GatewayPreview({ of, onClose }: { of: ShownRoute | null; onClose: () => void }): ReactNode {
  const [found, setFound] = useState<Preview | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = async (typed: Typed): Promise<void> => {
    setBusy(true);
    try {
      const router = of ? { router: await fetchResource<ShownRoute>(gatewayRoute, 'queryById', { id: of.id }) } : {};
      setFound((await callRoute(gatewayCalls.preview, { body: { ...typed, ...router } })).result);
    } catch (error) {
      setFound(null);
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const [first = ''] = (of?.paths ?? '').split(' ');
  return (
    <Drawer open title={of ? `预览：${of.name}` : '预览转发'} size={560} onClose={onClose}>
      <Form<Typed>
        layout="vertical"
        initialValues={{ method: 'GET', path: first.replace(/\*\*?$/, '') }}
        onFinish={(typed) => void look(typed)}
      >
        <Form.Item name="method" label="请求方法">
          <Select options={METHODS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="path" label="路径" rules={[{ required: true, message: '请输入路径' }]}>
          <Input placeholder="/erp/items?page=1" />
        </Form.Item>
        <Form.Item name="host" label="主机">
          <Input placeholder="erp.example.com" />
        </Form.Item>
        <Form.Item name="headers" label="请求头">
          <Input.TextArea rows={2} placeholder="每行一个，如 X-Channel: wayfair" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          预览
        </Button>
      </Form>
      {found && <Outcome found={found} />}
    </Drawer>
  );
}

function Outcome({ found }: { found: Preview }): ReactNode {
  const unmet = found.conditions.filter(({ holds }) => !holds).map(({ title }) => title);
  if (found.target === null) {
    const why = unmet.length > 0 ? `不满足：${unmet.join('、')}` : '没有启用的路由接收这个请求';
    return <Alert className="op-outcome" type="warning" showIcon title="不会转发" description={why} />;
  }
  const access = gatewayAccess.items[found.access as keyof typeof gatewayAccess.items];
  return (
    <Alert
      className="op-outcome"
      type={found.fault ? 'error' : 'success'}
      showIcon
      title={found.fault ? '不会转发' : '转发到'}
      description={
        <>
          <code>{found.target}</code>
          {found.fault && <p>{found.fault}</p>}
          <p>
            路由：{found.name}（{found.routerId}），{access}
          </p>
          {found.headers.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      }
    />
  );
}
