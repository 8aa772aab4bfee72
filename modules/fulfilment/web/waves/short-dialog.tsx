import { Form, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { DialogFrame } from '#kit/web/index.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import type { PickStop } from '../../model/wave-routes.ts';

const REASONS = ['没找到', '数量不够', '破损', '货不对'] as const;

/** 缺货登记: how many are missing here, and why. */
export function ShortDialog({
  stop,
  onShort,
  onClose,
}: {
  stop: PickStop;
  onShort: (stop: PickStop, qty: number, reason: string) => Promise<boolean>;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState(String(stop.left));
  const qty = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const isFit = qty >= 1 && qty <= stop.left;
  const [reason, setReason] = useState<string>(REASONS[0]);
  return (
    <DialogFrame
      open
      title={`缺货登记 ${stop.goods.code}`}
      width={420}
      okText="缺货登记"
      okDisabled={!isFit}
      onOk={async () => (await onShort(stop, qty, reason)) || undefined}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="缺几件" extra={`这里还要 ${stop.left} 件`}>
          <Stepper
            name={stop.goods.code}
            title="缺几件"
            text={text}
            isLeast={qty <= 1}
            isWrong={!isFit}
            disabled={false}
            onStep={(by) => setText(String(Math.min(stop.left, Math.max(1, qty + by))))}
            onText={setText}
            onLeave={() => setText(text.trim())}
          />
        </Form.Item>
        <Form.Item label="原因">
          <Radio.Group
            aria-label="原因"
            value={reason}
            options={[...REASONS]}
            onChange={(event) => setReason(String(event.target.value))}
          />
        </Form.Item>
        <p className="wv-weak">最晚发货的单先缺，订单挂起为缺货；库存不变，会生成一张盘点单去数。其余继续拣。</p>
      </Form>
    </DialogFrame>
  );
}
