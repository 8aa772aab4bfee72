import { Form, Modal } from 'antd';
import type { ReactNode } from 'react';
import { flag, integer } from '#kit/model/field.ts';
import { callRoute, FieldInputs, RefusalNote, toast, useSubmission } from '#kit/web/index.ts';
import { monitorCalls, type ShownThreshold } from '../model/routes.ts';

/** From where on one metric rings, how long it has to last, and whether at all. */
export function ThresholdDialog({
  threshold,
  onClose,
  onSaved,
}: {
  threshold: ShownThreshold;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  const { metric, title, unit, side, least, most, usual, version } = threshold;
  const fields = {
    isOn: flag('启用'),
    bound: integer(`${side === 'above' ? '高于' : '低于'}（${unit}）`, {
      required: true,
      hint: `${least} 到 ${most}，出厂为 ${usual.bound}`,
    }),
    minutes: integer('持续（分钟）', { required: true, hint: `1 到 1440，出厂为 ${usual.minutes}` }),
  };
  const [form] = Form.useForm<Record<string, unknown>>();
  const submission = useSubmission(form, new Set(Object.keys(fields)));
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const { message } = await callRoute(monitorCalls.saveThreshold, {
        body: {
          metric,
          isOn: values['isOn'] === true,
          bound: Number(values['bound']),
          minutes: Number(values['minutes']),
          version,
        },
      });
      toast.done(message);
      onSaved();
      onClose();
    });
  return (
    <Modal
      open
      title={`编辑阈值：${title}`}
      okText="保存"
      cancelText="返回"
      confirmLoading={submission.isBusy}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <RefusalNote texts={submission.others} />
      <Form form={form} layout="vertical" initialValues={threshold} onFinish={(values) => void save(values)}>
        <FieldInputs fields={fields} layout={[['isOn'], ['bound', 'minutes']]} form={form} />
      </Form>
    </Modal>
  );
}
