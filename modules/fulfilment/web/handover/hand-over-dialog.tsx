import { Alert, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError, fetchRoute, DialogFrame, refreshResource, toast, useGuardedClose } from '#kit/web/index.ts';
import { handOverRoute, type HandoverDesk } from '../../model/handover-routes.ts';
import { handover } from '../../model/handover.ts';
import { box, shipment } from '../../model/shipment.ts';
import { storeDesk } from './handover-data.ts';
import { SignaturePad, type Strokes } from './signature-pad.tsx';

/** 交接完成: who takes the boxes along. What was typed stays if it is refused. */
export function HandOverDialog({ desk, onClose }: { desk: HandoverDesk; onClose: () => void }): ReactNode {
  const [driver, setDriver] = useState(desk.driver ?? '');
  const [plate, setPlate] = useState(desk.plate ?? '');
  const [signedBy, setSignedBy] = useState(desk.signedBy ?? '');
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const guarded = useGuardedClose(onClose);
  const isSigned = strokes.length > 0 || signedBy.trim() !== '' || desk.hasSignature;
  const handOver = async (): Promise<boolean> => {
    setRefusal(null);
    try {
      const body = {
        driver,
        plate,
        signedBy,
        ...(strokes.length > 0 ? { signature: strokes } : {}),
      };
      const {
        desk: now,
        shipped,
        refused,
      } = await fetchRoute(handOverRoute, {
        params: { id: desk.id },
        body,
      });
      storeDesk(now);
      if (now.status === 'closed')
        toast.done(`已交接 ${shipped} 张发货单${refused > 0 ? `，${refused} 张未交接` : ''}`);
      else toast.warn('没有一张发货单可以出库，原因在箱子旁边');
      for (const resource of [handover, shipment, box]) void refreshResource(resource);
      return true;
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : '没有完成，请再点一次；不会重复出库');
      return false;
    }
  };
  return (
    <DialogFrame
      open
      title={`交接 ${desk.boxCount} 箱`}
      width={560}
      okText="交接完成"
      okDisabled={driver.trim() === '' || !isSigned}
      okClose={false}
      onOk={async () => {
        if (await handOver()) onClose();
      }}
      onClose={guarded.close}
    >
      {refusal && <Alert type="error" showIcon className="ho-note" title={refusal} />}
      <Form layout="vertical" onChange={() => guarded.setDirty(true)}>
        <div className="ho-fields">
          <Form.Item label="司机" required htmlFor="ho-driver">
            <Input id="ho-driver" maxLength={64} value={driver} onChange={(event) => setDriver(event.target.value)} />
          </Form.Item>
          <Form.Item label="车牌" htmlFor="ho-plate">
            <Input id="ho-plate" maxLength={32} value={plate} onChange={(event) => setPlate(event.target.value)} />
          </Form.Item>
        </div>
        <SignaturePad
          strokes={strokes}
          hint={desk.hasSignature ? '已有签名；再签一次会换掉它' : '司机在这里签名'}
          onStrokes={(next) => {
            setStrokes(next);
            guarded.setDirty(true);
          }}
        />
        <Form.Item label="签收人" htmlFor="ho-signed" extra="不能手写时填姓名">
          <Input id="ho-signed" maxLength={64} value={signedBy} onChange={(event) => setSignedBy(event.target.value)} />
        </Form.Item>
      </Form>
      <p className="ho-weak">面单就绪的随即出库；不能出库的留下并写明原因，可以放进下一张清单。</p>
    </DialogFrame>
  );
}
