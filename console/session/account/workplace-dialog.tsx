import { Form, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { DEPART_DIALOG_WIDTH, TREE_DROPDOWN_MOST_HEIGHT } from '#kit/model/limits.ts';
import { useSubmission } from '#kit/web/form/use-submission.ts';

/** One choice among a few: the department or tenant to work in from now on. */
export function WorkplaceDialog({
  title,
  what,
  options,
  current,
  onChoose,
  onClose,
}: {
  title: string;
  what: string;
  /** null while they are asked for. */
  options: readonly { value: string; label: string }[] | null;
  current: string | undefined;
  /** Moves there. The one that is current already is not chosen again. */
  onChoose: (value: string) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const [form] = Form.useForm<{ chosen?: string }>();
  const submission = useSubmission(form, new Set(['chosen']));
  const choose = async ({ chosen = '' }: { chosen?: string }): Promise<void> => {
    if (chosen === current) return onClose();
    await submission.run(() => onChoose(chosen));
  };
  return (
    <Modal
      open
      title={<span className="wb-dialog-title">{title}</span>}
      width={DEPART_DIALOG_WIDTH}
      okText="确定"
      cancelText="取消"
      confirmLoading={submission.isBusy}
      okButtonProps={{ disabled: options === null }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        key={options === null ? 'waiting' : 'ready'}
        initialValues={current === undefined ? {} : { chosen: current }}
        onFinish={(values) => void choose(values)}
      >
        <Form.Item
          name="chosen"
          label={what}
          rules={[{ required: true, message: `请选择${what}` }]}
          {...(submission.others.length > 0
            ? { help: submission.others.join('；'), validateStatus: 'error' as const }
            : {})}
        >
          <Select
            options={[...(options ?? [])]}
            loading={options === null}
            placeholder={`请选择${what}`}
            showSearch={{ optionFilterProp: 'label' }}
            listHeight={TREE_DROPDOWN_MOST_HEIGHT}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
