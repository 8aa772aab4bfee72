import { Form, Modal } from 'antd';
import { useId, type ReactNode } from 'react';
import { text } from '#kit/model/field.ts';
import {
  callRoute,
  FieldInputs,
  RefusalNote,
  refreshResource,
  toast,
  useFirstFocus,
  useSubmission,
} from '#kit/web/index.ts';
import { noteChannelNumberRoute } from '../model/invoice-routes.ts';
import { invoice } from '../model/invoice.ts';

/** What the dialog has to know of an invoice. */
export interface NumberedInvoice {
  id: string;
  invoiceNo: string;
  channelInvoiceNo: string | null;
}

const FIELDS = {
  channelInvoiceNo: text('平台发票号', {
    required: true,
    max: 64,
    hint: '平台后台或回款文件里的发票号；回款按它匹配这张发票',
  }),
};

/** 登记平台发票号: what the channel calls an invoice, by which its remittances name it. */
export function ChannelNumber({ of, onClose }: { of: NumberedInvoice; onClose: () => void }): ReactNode {
  const [form] = Form.useForm<{ channelInvoiceNo: string }>();
  const formId = useId();
  const submission = useSubmission(form, new Set(Object.keys(FIELDS)));
  useFirstFocus(formId);
  const save = async ({ channelInvoiceNo }: { channelInvoiceNo: string }): Promise<void> => {
    const isDone = await submission.run(async () => {
      const { message } = await callRoute(noteChannelNumberRoute, {
        params: { id: of.id },
        body: { channelInvoiceNo: channelInvoiceNo.trim() },
      });
      toast.done(message);
    });
    if (!isDone) return;
    void refreshResource(invoice);
    onClose();
  };
  return (
    <Modal
      open
      title={`平台发票号：${of.invoiceNo}`}
      okText="登记"
      cancelText="返回"
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={{ channelInvoiceNo: of.channelInvoiceNo ?? '' }}
        onFinish={(values) => void save(values)}
      >
        <FieldInputs fields={FIELDS} layout={[['channelInvoiceNo']]} form={form} row={undefined} />
        <button type="submit" hidden aria-label="登记" />
      </Form>
    </Modal>
  );
}
