import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchRoute,
  callRoute,
  FieldInputs,
  PersonName,
  RefusalNote,
  toast,
  usePermission,
  useSubmission,
} from '#kit/web/index.ts';
import { callWaitField, readCallWaitRoute, saveCallWaitRoute, type CallWait } from '../model/routes.ts';
import './channels.css';

const QUERY = ['channels', 'callWait'];

/** How long calls of moves wait, and where it is decided. */
export function CallWaitButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => fetchRoute(readCallWaitRoute, { signal }),
  });
  if (!data) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>撤回等待 {data.seconds} 秒</Button>
      {isOpen && <CallWaitDialog wait={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function CallWaitDialog({ wait, onClose }: { wait: CallWait; onClose: () => void }): ReactNode {
  const mayEdit = usePermission('channels:callWait:edit');
  const client = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const submission = useSubmission(form, new Set(['seconds']), { reportsStale: true });
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = { ...values, version: wait.version };
      const { message, result } = await callRoute(saveCallWaitRoute, { body });
      toast.done(message);
      client.setQueryData(QUERY, result);
      onClose();
    });
  return (
    <Modal
      open
      title="撤回等待"
      okText="保存"
      cancelText="返回"
      okButtonProps={{ disabled: !mayEdit }}
      confirmLoading={submission.isBusy}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <RefusalNote texts={submission.isStale ? ['设置已被他人修改，请关闭后重新打开'] : submission.others} />
      <Form
        form={form}
        layout="vertical"
        disabled={!mayEdit}
        initialValues={{ seconds: wait.seconds }}
        onFinish={(values) => void save(values)}
      >
        <FieldInputs fields={callWaitField} layout={[['seconds']]} form={form} />
        {!mayEdit && <p className="ch-weak">只有管理员可以修改。</p>}
        {wait.updateBy && (
          <p className="ch-weak">
            {wait.updateTime} 由 <PersonName username={wait.updateBy} /> 修改
          </p>
        )}
      </Form>
    </Modal>
  );
}
