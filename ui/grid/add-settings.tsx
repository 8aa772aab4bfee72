import { Button, Checkbox, Form } from 'antd';
import { useId, type ReactNode } from 'react';
import { integer, type Field } from '#kit/model/field.ts';
import { IntegerEdit } from '../cells/number-cells.tsx';
import { toast } from '../feedback.tsx';
import { judgeField } from '../cells/judge-field.ts';
import type { AddSettings } from './grid-memory.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

const MOST_ROWS = 1000;

export interface AddSettingsProps {
  session: GridSession;
  add: AddSettings;
  onAddSettings: (settings: AddSettings) => void;
  onClose: () => void;
}

/** 新增设置: how many rows 新增 puts in, and where. */
export function AddSettingsForm({ session, add, onAddSettings, onClose }: AddSettingsProps): ReactNode {
  const rowCount = useGridState(session, () => session.store.rows.length);
  const id = useId();
  const [form] = Form.useForm<AddSettings>();
  const fields = {
    count: integer('新增行数', { required: true, min: 1, max: MOST_ROWS }),
    position: integer('新增位置', { required: true, min: 0, max: rowCount, hint: '0 为最底部' }),
  };
  return (
    <Form<AddSettings>
      form={form}
      name={id}
      layout="vertical"
      requiredMark={false}
      initialValues={{ ...add, position: Math.min(add.position, rowCount) }}
      className="wb-grid-add-settings"
      onFinish={(settings) => {
        onAddSettings(settings);
        toast.done('保存成功');
        onClose();
      }}
    >
      {Object.entries(fields).map(([key, field]) => (
        <Form.Item
          key={key}
          name={key}
          label={field.title}
          required
          extra={field.hint}
          validateTrigger={['onBlur', 'onChange']}
          rules={[{ validator: (_, value: unknown) => judged(field, value) }]}
        >
          <IntegerEdit field={field} name={key} />
        </Form.Item>
      ))}
      <Form.Item name="scrollsToBottom" valuePropName="checked">
        <Checkbox>新增后滚动到底部</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit">
        保存
      </Button>
    </Form>
  );
}

async function judged(field: Field, value: unknown): Promise<void> {
  const fault = judgeField(field, value);
  if (fault !== null) throw new Error(fault);
}
