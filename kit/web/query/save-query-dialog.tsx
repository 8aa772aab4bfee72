import { Input, Modal } from 'antd';
import { useId, useState, type ReactNode } from 'react';

const LONGEST_NAME = 50;

/** Asks under which name a query is saved. */
export function SaveQueryDialog({
  name: first,
  onSave,
  onClose,
}: {
  /** Name to begin with. */
  name: string;
  /** Saves under the name; what is wrong is told elsewhere. */
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const save = async (): Promise<void> => {
    if (isBusy) return;
    if (name.trim() === '') return setMissing(true);
    setBusy(true);
    await onSave(name.trim()).finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      title="保存查询"
      width={420}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: `${id}-form`, loading: isBusy }}
      onCancel={onClose}
    >
      <form
        id={`${id}-form`}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label htmlFor={id}>保存名称</label>
        <Input
          id={id}
          autoFocus
          value={name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          {...(isMissing ? { status: 'error' as const } : {})}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-fault` : undefined}
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
          }}
        />
        {isMissing && (
          <p id={`${id}-fault`} className="wb-query-fault" role="alert">
            保存名称不能为空
          </p>
        )}
      </form>
    </Modal>
  );
}
