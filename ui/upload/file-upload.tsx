import { Button } from 'antd';
import { UploadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { NO_UPLOAD_LIMIT } from '#kit/model/limits.ts';
import { toast } from '../feedback.tsx';
import { useDropZone, useFileInput, type FileType } from './choose-files.tsx';
import { FileLine } from './file-line.tsx';
import type { UploadValue } from './stored-files.ts';
import { useUploads, type UploadTarget } from './use-uploads.ts';
import './upload.css';

export interface FileUploadProps extends UploadTarget {
  /** Comma-separated paths, or `[{fileName, filePath, fileSize}]`; both are read. */
  value?: UploadValue;
  /** On done and removed only. */
  onChange?: (value: UploadValue) => void;
  /** What is offered to be chosen: everything by default. */
  fileType?: FileType;
  /** How many at most; 0 = no limit. */
  number?: number;
  /** Several at once; yes by default. */
  multiple?: boolean;
  /** Whether the value is written as paths; yes by default. */
  returnUrl?: boolean;
  text?: string;
  /** What succeeds is seen in the list alone: for many files at once. */
  isQuiet?: boolean;
  disabled?: boolean;
  allowDownload?: boolean;
  allowRemove?: boolean;
  /** Name of the whole for people who cannot see it. */
  label?: string;
}

/**
 * Files beside a button (spec §7 "Upload", contract §5.3 JUpload): chosen, dropped or pasted, each
 * with its progress, sent again when it failed, taken out, downloaded.
 */
export function FileUpload(props: FileUploadProps): ReactNode {
  const { fileType = 'all', number = NO_UPLOAD_LIMIT, multiple = true, returnUrl = true } = props;
  const { text = '点击上传', disabled = false, label = '文件' } = props;
  const { entries, list } = useUploads(
    props.value,
    props,
    { limit: number, isSingle: false, isPictureOnly: fileType === 'image', returnUrl },
    {
      onChange: (value) => props.onChange?.(value),
      ...(props.isQuiet ? {} : { onDone: ({ name }) => toast.done(`${name} 文件上传成功`) }),
      onFailed: ({ name }) => toast.fail(`${name} 上传失败.`),
      onRefused: toast.warn,
    },
  );
  const choosing = {
    fileType,
    isMultiple: multiple,
    isDisabled: disabled || list.room <= 0,
    onChoose: (files: File[]) => list.add(files),
  };
  const { input, open } = useFileInput(choosing);
  const { isOver, zone } = useDropZone(choosing);
  return (
    <div className="wb-upload" role="group" aria-label={label} data-over={isOver || undefined} {...zone}>
      {input}
      {!disabled && (
        <div className="wb-upload-head">
          <Button icon={<UploadOutlined aria-hidden />} disabled={choosing.isDisabled} onClick={open}>
            {text}
          </Button>
          <span className="wb-upload-hint">
            {list.room <= 0 ? `最多上传 ${number} 个文件` : '可将文件拖到此处，单个不超过10MB'}
          </span>
        </div>
      )}
      {entries.length > 0 && (
        <ul className="wb-upload-list">
          {entries.map((entry) => (
            <FileLine
              key={entry.uid}
              upload={entry}
              allowDownload={props.allowDownload ?? true}
              allowRemove={!disabled && (props.allowRemove ?? true)}
              onRetry={() => list.retry(entry.uid)}
              onRemove={() => list.remove(entry.uid)}
            />
          ))}
        </ul>
      )}
      {disabled && entries.length === 0 && <span className="wb-upload-hint">没有文件</span>}
    </div>
  );
}
