import { Alert, Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import {
  DialogFrame,
  labelOf,
  runMove,
  useActionKeys,
  useFirstFocus,
  useGuardedClose,
  versionNow,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { PickerSelect } from './picker-select.tsx';

/** 指派: to somebody by name, or to nobody. */
export function AssignDialog({ lifecycle, move, row, onClose, onDone }: MoveDialogProps): ReactNode {
  const [assignee, setAssignee] = useState((row['assignee'] as string | null) ?? null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keys = useActionKeys();
  const guarded = useGuardedClose(onClose);
  const formId = useId();
  useFirstFocus(formId);
  const assign = async (): Promise<boolean> => {
    setRefusal(null);
    const version = await versionNow(lifecycle.of, row);
    const body = { ...(assignee ? { assignee } : {}), version };
    try {
      const answer = await runMove(lifecycle, row.id, move, body, keys.keyFor(body));
      keys.settle(null);
      onDone(answer);
      return true;
    } catch (error) {
      keys.settle(error);
      setRefusal(error instanceof Error ? error.message : '没有指派，请再试一次');
      return false;
    }
  };
  return (
    <DialogFrame
      open
      title={`指派：${labelOf(lifecycle.of, row)}`}
      okText="确认指派"
      cancelText="返回"
      okClose={false}
      onOk={assign}
      onClose={guarded.close}
    >
      {refusal && <Alert type="error" showIcon className="wb-form-note" title={refusal} />}
      <Form name={formId} layout="vertical">
        <Form.Item label="拣货人" extra="留空是谁都可以拣">
          <PickerSelect
            value={assignee}
            onChange={(next) => {
              setAssignee(next);
              guarded.setDirty(true);
            }}
          />
        </Form.Item>
      </Form>
    </DialogFrame>
  );
}
