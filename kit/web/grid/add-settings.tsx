import { Button, Checkbox, Form, InputNumber } from 'antd';
import { useId, type ReactNode } from 'react';
import { say } from '../feedback.tsx';
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
export function AddSettingsForm({
  session,
  add,
  onAddSettings,
  onClose,
}: AddSettingsProps): ReactNode {
  const rowCount = useGridState(session, () => session.store.rows.length);
  const id = useId();
  return (
    <Form<AddSettings>
      name={id}
      layout="vertical"
      requiredMark={false}
      initialValues={{ ...add, position: Math.min(add.position, rowCount) }}
      className="wb-grid-add-settings"
      onFinish={(settings) => {
        onAddSettings(settings);
        say.done('保存成功');
        onClose();
      }}
    >
      <Form.Item
        name="count"
        label="新增行数"
        rules={[{ required: true, message: '请输入新增行数' }]}
      >
        <InputNumber min={1} max={MOST_ROWS} precision={0} />
      </Form.Item>
      <Form.Item
        name="position"
        label="新增位置"
        extra="0 为最底部"
        rules={[{ required: true, message: '请输入新增位置' }]}
      >
        <InputNumber min={0} max={rowCount} precision={0} />
      </Form.Item>
      <Form.Item name="scrollsToBottom" valuePropName="checked">
        <Checkbox>新增后滚动到底部</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit">
        保存
      </Button>
    </Form>
  );
}
