import { Button, Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { callRoute, FieldInputs, say, useSubmission, RefusalNote } from '#kit/web/index.ts';
import { accountCalls, type OwnProfile } from '../../model/routes/account.ts';
import { userFields } from '../../model/user.ts';

export type Contact = 'phone' | 'email';
type Draft = Partial<Record<Contact, string>> & { oldpassword: string };

interface ContactProps {
  contact: Contact;
  profile: OwnProfile;
  onClose: () => void;
}

/** A new phone number or mail address. Codes are sent there, so the password is asked for. */
export function ContactDialog({ contact, profile, onClose }: ContactProps): ReactNode {
  return (
    <Modal
      open
      title={`${profile[contact] ? '修改' : '设置'}${userFields[contact].title}`}
      width={480}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <ContactForm contact={contact} profile={profile} onClose={onClose} />
    </Modal>
  );
}

function ContactForm({ contact, profile, onClose }: ContactProps): ReactNode {
  const [form] = Form.useForm<Draft>();
  const submission = useSubmission(form, new Set([contact, 'oldpassword']));
  const fields: Fields = { [contact]: userFields[contact] };
  const save = (values: Draft): Promise<boolean> =>
    submission.run(async () => {
      const body = {
        [contact]: values[contact]?.trim() || null,
        oldpassword: values.oldpassword,
      };
      const { message } = await callRoute(accountCalls.changeProfile, { body });
      say.done(message);
      onClose();
    });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ [contact]: profile[contact] ?? undefined }}
      onFinish={(values) => void save(values)}
    >
      <RefusalNote texts={submission.others} />
      <FieldInputs fields={fields} layout={[[contact]]} form={form} />
      <Form.Item
        name="oldpassword"
        label="当前密码"
        rules={[{ required: true, message: '请输入当前密码' }]}
      >
        <Input.Password autoComplete="current-password" maxLength={256} />
      </Form.Item>
      <div className="ac-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          保存
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </Form>
  );
}
