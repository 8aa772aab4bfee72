import { Button, Form, Input, Modal, type FormInstance, type ModalProps } from 'antd';
import type { ReactNode } from 'react';
import { RefusalNote, useSubmission } from '#kit/web/index.ts';

/** A dialog with a form of its own buttons, which a click beside it does not close. */
export const AccountDialog = ({
  onClose,
  ...props
}: Omit<ModalProps, 'open' | 'onCancel'> & { onClose: () => void }): ReactNode => (
  <Modal {...props} open width={480} footer={null} mask={{ closable: false }} onCancel={onClose} />
);

/** A short form about the own account; what is refused stands at its input. */
export function AccountForm<T extends object>({
  names,
  initial,
  button,
  danger = false,
  send,
  onCancel,
  more,
  children,
}: {
  /** Inputs of the form. */
  names: ReadonlySet<string>;
  initial?: Partial<T>;
  button: string;
  danger?: boolean;
  send: (values: T) => Promise<void>;
  onCancel: () => void;
  /** A further button. */
  more?: ReactNode;
  children: ReactNode | ((form: FormInstance<T>) => ReactNode);
}): ReactNode {
  const [form] = Form.useForm<T>();
  const submission = useSubmission(form, names);
  return (
    <Form<T>
      form={form}
      layout="vertical"
      requiredMark={false}
      preserve={false}
      {...(initial ? { initialValues: initial } : {})}
      onFinish={(values) => void submission.run(() => send(values))}
    >
      <RefusalNote texts={submission.others} />
      {typeof children === 'function' ? children(form) : children}
      <div className="ac-actions">
        <Button type="primary" danger={danger} htmlType="submit" loading={submission.isBusy}>
          {button}
        </Button>
        <Button onClick={onCancel}>取消</Button>
        {more}
      </div>
    </Form>
  );
}

/** 当前密码: asked for before anything that guards the account is changed. */
export const PasswordItem = ({ autoFocus = false }: { autoFocus?: boolean }): ReactNode => (
  <Form.Item name="oldpassword" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
    <Input.Password autoComplete="current-password" maxLength={256} autoFocus={autoFocus} />
  </Form.Item>
);
