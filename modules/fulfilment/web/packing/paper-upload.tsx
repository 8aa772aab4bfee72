import { UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { toast, toastError } from '#kit/web/index.ts';

/** A button that uploads one paper of a shipment, and says what became of it. */
export function PaperUpload({
  title,
  accept,
  send,
  onDone,
}: {
  title: string;
  accept: string;
  send: (file: File) => Promise<{ message: string }>;
  onDone: () => void;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await send(file);
      toast.done(message);
      onDone();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Upload
      accept={accept}
      showUploadList={false}
      beforeUpload={(file) => {
        void take(file);
        return false;
      }}
    >
      <Button loading={isBusy} icon={<UploadOutlined aria-hidden />}>
        {title}
      </Button>
    </Upload>
  );
}
