import { Alert, Button, Form, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchRoute,
  FieldInputs,
  refreshResource,
  RefusalNote,
  toast,
  startValues,
  useActionKeys,
  useFirstFocus,
  useGuardedClose,
  useSubmission,
} from '#kit/web/index.ts';
import { binPatternFields, generateBinsRoute, planBinsRoute, type BinPlan } from '../model/bin-routes.ts';
import { warehouseBin } from '../model/warehouse-bin.ts';
import './base.css';

export interface GenerateBinsProps {
  onClose: () => void;
}

type Typed = Parameters<typeof fetchRoute<typeof generateBinsRoute>>[1]['body'];

const LAYOUT = [
  ['warehouseId', 'zoneId'],
  ['from', 'to'],
] as const;

/** 批量生成: from a bin to another; what that makes is shown first, what is there stays. */
export function GenerateBins({ onClose }: GenerateBinsProps): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const formId = 'generate-bins';
  useFirstFocus(formId);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(Object.keys(binPatternFields)));
  const [plan, setPlan] = useState<BinPlan | null>(null);
  const run = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = values as Typed;
      if (!plan) return setPlan(await fetchRoute(planBinsRoute, { body }));
      const made = await fetchRoute(generateBinsRoute, { body, key: keys.keyFor(body) });
      keys.settle(null);
      toast.done(`已生成 ${made.added} 个库位，原有 ${made.kept} 个不变`);
      void refreshResource(warehouseBin);
      onClose();
    });
  return (
    <Modal
      open
      width={640}
      title="批量生成库位"
      mask={{ closable: !isDirty }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>取消</Button>
          <Button type="primary" loading={submission.isBusy} disabled={plan?.count === 0} onClick={() => form.submit()}>
            {plan ? `生成 ${plan.count} 个` : '预览'}
          </Button>
        </>
      }
    >
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={startValues(binPatternFields)}
        onValuesChange={() => {
          setDirty(true);
          setPlan(null);
        }}
        onFinish={(values) => void run(values)}
      >
        <FieldInputs fields={binPatternFields} layout={LAYOUT} form={form} />
      </Form>
      {plan && <Plan {...plan} />}
    </Modal>
  );
}

function Plan({ count, existing, first, last }: BinPlan): ReactNode {
  return (
    <Alert
      showIcon
      type={count > 0 ? 'info' : 'warning'}
      title={count > 0 ? `将新增 ${count} 个库位` : '没有要新增的库位'}
      description={
        <>
          {count > 0 && (
            <p className="ba-example">
              {first.join('、')}
              {count > first.length + last.length ? ' … ' : last.length > 0 ? '、' : ''}
              {last.join('、')}
            </p>
          )}
          {existing.length > 0 && (
            <p className="ba-example">
              已有 {existing.length} 个，保持不变：{existing.slice(0, 6).join('、')}
              {existing.length > 6 ? ' …' : ''}
            </p>
          )}
        </>
      }
    />
  );
}
