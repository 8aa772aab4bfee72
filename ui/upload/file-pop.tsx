import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { NO_UPLOAD_LIMIT } from '#kit/model/limits.ts';
import { confirmAction, toast } from '../feedback.tsx';
import { FileUpload } from './file-upload.tsx';
import { ImageUpload } from './image-upload.tsx';
import { readFiles, writeFiles, type UploadValue } from './stored-files.ts';
import type { UploadTarget } from './use-uploads.ts';
import './upload.css';

export interface FilePopProps extends UploadTarget {
  open: boolean;
  value?: UploadValue;
  /** With 确定: what stands in the pop-up then. */
  onOk: (value: UploadValue) => void;
  onClose: () => void;
  fileType?: 'image' | 'file' | 'all';
  number?: number;
  returnUrl?: boolean;
  disabled?: boolean;
  allowDownload?: boolean;
  allowRemove?: boolean;
}

const WIDTH = 520;

/**
 * Files in a pop-up (spec §2 widget 4, contract §5.3 JFilePop). What is done in it holds with 确定
 * alone, which waits for what is on its way; closing gives that up, after asking.
 */
export const FilePop = (props: FilePopProps): ReactNode => (props.open ? <OpenFilePop {...props} /> : null);

function OpenFilePop(props: FilePopProps): ReactNode {
  const { fileType = 'file', returnUrl = true, number = NO_UPLOAD_LIMIT, onOk, onClose } = props;
  // Kept as files within: names and sizes stay known whatever the value is written as.
  const [draft, setDraft] = useState<UploadValue>(() => readFiles(props.value));
  const [isBusy, setBusy] = useState(false);
  const isPicture = fileType === 'image';
  const confirm = (): void => {
    const files = readFiles(draft);
    if (files.length === 0 && readFiles(props.value).length === 0) return toast.warn('未上传任何文件');
    onOk(writeFiles(files, returnUrl));
    onClose();
  };
  const cancel = async (): Promise<void> => {
    if (isBusy && !(await confirmAction({ title: '文件正在上传，关闭后将取消上传', okText: '关闭' }))) return;
    onClose();
  };
  const within = { ...props, value: draft, onChange: setDraft, returnUrl: false, onBusy: setBusy };
  return (
    <Modal
      open
      title={isPicture ? '图片上传' : '文件上传'}
      width={WIDTH}
      mask={{ closable: false }}
      okText={isBusy ? '上传中...' : '确定'}
      cancelText="取消"
      okButtonProps={{ disabled: isBusy || props.disabled === true }}
      onOk={confirm}
      onCancel={() => void cancel()}
    >
      <div className="wb-upload-pop">
        {isPicture ? (
          <ImageUpload {...within} isMultiple={number !== 1} number={number} />
        ) : (
          <FileUpload {...within} fileType={fileType} number={number} />
        )}
      </div>
    </Modal>
  );
}
