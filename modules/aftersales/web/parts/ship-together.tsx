import { Alert, Button, Checkbox, Form, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError, fetchRoute, refreshResource, toast, useActionKeys, useGuardedClose } from '#kit/web/index.ts';
import { partOrder } from '../../model/part-order.ts';
import { shipTogetherRoute, type ParcelMate } from '../../model/part-routes.ts';
import { carrierOf } from '#kit/model/carrier-number.ts';
import type { PartRow } from './part-row.ts';

type Parcel = Pick<PartRow, 'id' | 'partOrderNo' | 'itemSummary'>;

/** 合并发货: several requests to one address leave in one parcel, under one number. */
export function ShipTogether({ row, mates }: { row: Parcel; mates: readonly ParcelMate[] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (mates.length === 0) return <p className="as-weak">其他的确认并备齐货后，可以合并成一个包裹。</p>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>合并发货</Button>
      {isOpen && <TogetherDialog parcels={[row, ...mates]} own={row.id} onClose={() => setOpen(false)} />}
    </>
  );
}

/** @param own the one that is always in the parcel; absent: any may be left out */
export function TogetherDialog({
  parcels,
  own,
  onClose,
  onDone,
}: {
  parcels: readonly Parcel[];
  own?: string;
  onClose: () => void;
  onDone?: () => void;
}): ReactNode {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [trackingNo, setTrackingNo] = useState('');
  const [carrier, setCarrier] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const guarded = useGuardedClose(onClose);
  const keys = useActionKeys();
  const ids = parcels.map(({ id }) => id).filter((id) => !left.includes(id));
  const isReady = ids.length > 1 && trackingNo.trim() !== '' && carrier.trim() !== '';
  const ship = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    const body = { ids, carrier: carrier.trim(), trackingNo: trackingNo.trim() };
    try {
      const { shipped } = await fetchRoute(shipTogetherRoute, { body, key: keys.keyFor(body) });
      keys.settle(null);
      toast.done(`已合并发货 ${shipped.length} 张补发单`);
      void refreshResource(partOrder);
      onDone?.();
      onClose();
    } catch (error) {
      keys.settle(error);
      setRefusal(error instanceof ApiError ? error.message : '没有完成，请再点一次；不会重复发货');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={`合并发货：${ids.length} 张补发单`}
      okText="确认发货"
      cancelText="返回"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !isReady }}
      mask={{ closable: false }}
      onCancel={guarded.close}
      onOk={() => void ship()}
    >
      {refusal && <Alert type="error" showIcon className="as-dialog-note" title={refusal} />}
      <ul className="as-rows" aria-label="一个包裹里的补发单">
        {parcels.map((one) => (
          <li key={one.id}>
            <Checkbox
              checked={!left.includes(one.id)}
              disabled={one.id === own}
              onChange={({ target }) =>
                setLeft(target.checked ? left.filter((id) => id !== one.id) : [...left, one.id])
              }
            >
              {one.partOrderNo} {one.itemSummary}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Form layout="vertical" onFinish={() => isReady && void ship()}>
        <Form.Item label="运单号" required htmlFor="as-together-no">
          <Input
            id="as-together-no"
            maxLength={64}
            value={trackingNo}
            placeholder="扫描或输入"
            onChange={({ target }) => {
              setTrackingNo(target.value);
              guarded.setDirty(true);
              const known = carrierOf(target.value);
              if (known && carrier === '') setCarrier(known);
            }}
          />
        </Form.Item>
        <Form.Item label="承运商" required htmlFor="as-together-carrier">
          <Input
            id="as-together-carrier"
            maxLength={64}
            value={carrier}
            onChange={({ target }) => {
              setCarrier(target.value);
              guarded.setDirty(true);
            }}
          />
        </Form.Item>
        <button type="submit" hidden aria-label="合并发货" />
      </Form>
    </Modal>
  );
}
