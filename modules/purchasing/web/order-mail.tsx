import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import {
  fetchRoute,
  callRoute,
  keyOf,
  refreshResource,
  RefusalNote,
  toast,
  useGuardedClose,
  useSubmission,
  PersonName,
} from '#kit/web/index.ts';
import {
  MAIL_STATES,
  mailOrderRoute,
  proposeMailRoute,
  type MailProposal,
  type OrderMail,
} from '../model/order-mail.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import './purchasing.css';

interface Typed {
  to: string[];
  subject: string;
  text: string;
}

/** 发邮件: to whom, with which words; the paper of the order goes along. */
export function MailDialog({ id, poNo, onClose }: { id: string; poNo: string; onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Typed>();
  const { setDirty, close } = useGuardedClose(onClose);
  const submission = useSubmission(form, new Set(['to', 'subject', 'text']));
  const { data, error } = useQuery({
    queryKey: keyOf(purchaseOrder, 'mail', id),
    queryFn: ({ signal }) => fetchRoute(proposeMailRoute, { params: { id }, signal }),
    gcTime: 0,
  });
  const send = (body: Typed): Promise<boolean> =>
    submission.run(async () => {
      const { message } = await callRoute(mailOrderRoute, { params: { id }, body });
      toast.done(message);
      void refreshResource(purchaseOrder);
      onClose();
    });
  const isStopped = !data || data.refusal !== null || data.contacts.length === 0;
  return (
    <Modal
      open
      title={`发邮件：${poNo}`}
      okText="发送"
      cancelText="返回"
      width={640}
      confirmLoading={submission.isBusy}
      okButtonProps={{ disabled: isStopped }}
      mask={{ closable: false }}
      onCancel={close}
      onOk={() => form.submit()}
    >
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <RefusalNote texts={submission.others} />
          <Notes proposal={data} />
          <MailFields
            proposal={data}
            form={form}
            poNo={poNo}
            onTyped={() => setDirty(true)}
            onSend={(typed) => void send(typed)}
          />
        </>
      )}
    </Modal>
  );
}

function Notes({ proposal: { refusal, contacts, hasPrices } }: { proposal: MailProposal }): ReactNode {
  if (refusal !== null) return <Alert type="warning" showIcon className="wb-move-warning" title={refusal} />;
  if (contacts.length === 0)
    return (
      <Alert
        type="warning"
        showIcon
        className="wb-move-warning"
        title="该供应商的联系人都没有邮箱，请先在「供应商」里补上"
      />
    );
  if (hasPrices) return null;
  return (
    <Alert type="info" showIcon className="wb-move-warning" title="您没有查看成本的权限，附件里的采购单不带价格" />
  );
}

function MailFields({
  proposal: { contacts, subject, text },
  form,
  poNo,
  onTyped,
  onSend,
}: {
  proposal: MailProposal;
  form: ReturnType<typeof Form.useForm<Typed>>[0];
  poNo: string;
  onTyped: () => void;
  onSend: (typed: Typed) => void;
}): ReactNode {
  const [first] = contacts;
  return (
    <Form
      form={form}
      name="order-mail"
      layout="vertical"
      initialValues={{ to: first ? [first.email] : [], subject, text }}
      onValuesChange={onTyped}
      onFinish={onSend}
    >
      <Form.Item
        name="to"
        label="收件人"
        rules={[{ required: true, message: '请选择收件人' }]}
        extra={first ? undefined : '该供应商的联系人都没有邮箱'}
      >
        <Checkbox.Group
          className="pu-receivers"
          options={contacts.map(({ name, position, email }) => ({
            value: email,
            label: `${name}${position ? `（${position}）` : ''} ${email}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="subject"
        label="邮件主题"
        rules={[{ required: true, whitespace: true, message: '请输入邮件主题' }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name="text"
        label="邮件正文"
        extra={`附件：${poNo}.pdf`}
        rules={[{ required: true, whitespace: true, message: '请输入邮件正文' }]}
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 14 }} maxLength={4000} />
      </Form.Item>
    </Form>
  );
}

/** Mails of an order: to whom, when, by whom, and why not. */
export function OrderMails({ mails, isCancelled }: { mails: readonly OrderMail[]; isCancelled: boolean }): ReactNode {
  if (mails.length === 0) return null;
  const wasSent = mails.some(({ status }) => status === 'sent');
  return (
    <section className="wb-detail-part">
      <h2>
        邮件<span className="wb-part-count">{mails.length}</span>
      </h2>
      {isCancelled && wasSent && <p className="pu-bad">供应商收到过这张单，取消请另行通知</p>}
      <ul className="pu-receipts" aria-label="邮件">
        {mails.map((mail) => (
          <li key={mail.id}>
            <span className={`pu-mail-${mail.status}`}>{MAIL_STATES[mail.status][0]}</span>
            <span className="pu-mail-to">{mail.recipients.join('、')}</span>
            <span className="pu-weak">
              {mail.sentAt ?? mail.createTime} {mail.createBy && <PersonName username={mail.createBy} />}
            </span>
            {mail.failure && <span className="pu-bad">{mail.failure}</span>}
            {mail.note && <span className="pu-bad">{mail.note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
