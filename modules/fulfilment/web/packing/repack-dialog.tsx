import { Alert, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { runMove, useActionKeys, type MoveDialogProps } from '#kit/web/index.ts';
import type { Packing } from '../../model/routes.ts';

/** 按箱规装箱 where boxes stand already: says what is lost before it starts over. */
export function RepackDialog({ lifecycle, row, onClose, onDone }: MoveDialogProps): ReactNode {
  const { boxes, version } = row as Packing;
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keys = useActionKeys();
  const repack = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    const body = { version };
    try {
      const answer = await runMove(lifecycle, row.id, 'pack', body, keys.keyFor(body));
      keys.settle(null);
      onDone(answer);
    } catch (error) {
      keys.settle(error);
      setRefusal(error instanceof Error ? error.message : '装箱失败');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="重新按箱规装箱？"
      okText="作废并重新装箱"
      cancelText="返回"
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onCancel={onClose}
      onOk={() => void repack()}
    >
      {refusal && <Alert type="error" showIcon className="pk-note" title={refusal} />}
      <p>现有 {boxes.length} 个箱子作废，按箱规重新生成；已称的重量、已量的尺寸和封箱都要重做。</p>
    </Modal>
  );
}
