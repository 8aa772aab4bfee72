import { Alert, Checkbox, Form } from 'antd';
import type { ReactNode } from 'react';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { stateText } from './legal-moves.ts';

/** What has to be read before many documents are moved at once: it is ticked off, not passed over. */
export function Doubts({ texts }: { texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="wb-batch-doubts"
      title={`${texts.length} 条要逐条核对`}
      description={
        <>
          <ul aria-label="逐条核对">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Form.Item name="isRead" valuePropName="checked" rules={[{ validator: readFirst }]}>
            <Checkbox>以上我已逐条核对</Checkbox>
          </Form.Item>
        </>
      }
    />
  );
}

const readFirst = (_rule: unknown, isRead: unknown): Promise<void> =>
  isRead === true ? Promise.resolve() : Promise.reject(new Error('请先逐条核对，再勾选'));

/** What becomes of the documents, and of stock and fees as far as the move touches them. */
export function Outlook({
  lifecycle,
  move,
  texts,
}: {
  lifecycle: AnyLifecycle;
  move: Move;
  texts: readonly string[];
}): ReactNode {
  const { calledBack } = move;
  const all = [
    ...texts,
    ...(texts.length === 0 ? [stateText(lifecycle, move)] : []),
    ...(calledBack ? ['片刻之内可以撤回；截止将至的立即发送'] : []),
  ];
  return (
    <ul className="wb-batch-outlook" aria-label="影响">
      {all.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
