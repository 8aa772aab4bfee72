import { DownloadOutlined, EllipsisOutlined, RedoOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Spin, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { NO_UPLOAD_LIMIT } from '#kit/model/limits.ts';
import { toast } from '../feedback.tsx';
import { useFileInput } from './choose-files.tsx';
import { fetchStored } from './fetch-stored.ts';
import { FilePop } from './file-pop.tsx';
import { Tool } from './file-line.tsx';
import { addressOf, nameOf, readFiles, shortName, smallPicture, type UploadValue } from './stored-files.ts';
import type { UploadTarget } from './use-uploads.ts';
import { useUploads } from './use-uploads.ts';
import './upload.css';

/** What a cell of a grid keeps (spec §3 "Uploaded file cell value"). */
export interface UploadedCell {
  name: string;
  type: string;
  size: number | null;
  status: 'uploading' | 'done' | 'error';
  percent: number;
  /** Comma-separated. */
  path: string;
  url: string;
  message: string;
}

export interface UploadCellProps extends UploadTarget {
  /** A cell value, or paths alone. */
  value?: UploadedCell | string | null;
  /** On done and removed only; null = empty. */
  onChange?: (value: UploadedCell | null) => void;
  /** Pictures only, or any file. */
  fileType?: 'image' | 'file' | 'all';
  /** How many at most; 0 = no limit. */
  number?: number;
  disabled?: boolean;
  allowDownload?: boolean;
  allowRemove?: boolean;
  /** Name of the cell for people who cannot see it. */
  label?: string;
}

/**
 * Files in a cell of a grid: the first one by the first five signs of its name, all of them in a
 * pop-up. One that is on its way or failed is seen in the cell.
 */
export function UploadCell(props: UploadCellProps): ReactNode {
  const { value, disabled = false, fileType = 'file', number = NO_UPLOAD_LIMIT, label = '文件' } = props;
  const [isOpen, setOpen] = useState(false);
  const paths = typeof value === 'string' ? value : (value?.path ?? '');
  const change = (next: UploadValue): void => props.onChange?.(cellOf(next));
  const { entries, list } = useUploads(
    paths,
    { ...props, isCell: true },
    { limit: number, isSingle: false, isPictureOnly: fileType === 'image', returnUrl: false },
    {
      onChange: change,
      onFailed: ({ name }) => toast.fail(`${name} 上传失败.`),
      onRefused: toast.warn,
    },
  );
  const { input, open } = useFileInput({
    fileType,
    isMultiple: number !== 1,
    isDisabled: disabled,
    onChoose: (files) => list.add(files),
  });
  const shown = entries.find(({ status }) => status !== 'done') ?? entries[0];
  return (
    <span className="wb-upload-cell" role="group" aria-label={label}>
      {input}
      {!shown && !disabled && (
        <Button size="small" type="text" icon={<UploadOutlined aria-hidden />} onClick={open}>
          点击上传
        </Button>
      )}
      {shown?.status === 'uploading' && (
        <>
          <Spin size="small" />
          <span title={shown.name}>
            {shortName(shown.name)} {shown.percent}%
          </span>
          <Button size="small" type="link" onClick={() => list.remove(shown.uid)}>
            取消
          </Button>
        </>
      )}
      {shown?.status === 'error' && (
        <>
          <Tooltip title={`上传失败：${shown.message}`}>
            <span className="wb-upload-fault">{shortName(shown.name)}</span>
          </Tooltip>
          <Tool icon={<RedoOutlined />} does={`重试 ${shown.name}`} onClick={() => list.retry(shown.uid)} />
          <Button size="small" type="link" onClick={() => list.remove(shown.uid)}>
            删除
          </Button>
        </>
      )}
      {shown?.status === 'done' && (
        <StoredNames
          {...props}
          names={entries.map(({ name }) => name)}
          path={shown.path ?? ''}
          onMore={() => setOpen(true)}
        />
      )}
      {isOpen && (
        <FilePop
          {...props}
          open
          value={readFiles(paths)}
          returnUrl={false}
          fileType={fileType}
          number={number}
          onClose={() => setOpen(false)}
          onOk={change}
        />
      )}
    </span>
  );
}

function StoredNames(
  props: UploadCellProps & { names: readonly string[]; path: string; onMore: () => void },
): ReactNode {
  const { names, path, fileType, allowDownload = true, onMore } = props;
  const name = names[0] ?? nameOf(path);
  return (
    <>
      {fileType === 'image' && <img {...smallPicture(path)} alt="" />}
      <span title={names.join('\n')}>{shortName(name)}</span>
      {names.length > 1 && <span className="wb-upload-hint">+{names.length - 1}</span>}
      {allowDownload && (
        <Tool icon={<DownloadOutlined />} does={`下载 ${name}`} onClick={() => fetchStored(path, name)} />
      )}
      <Tool icon={<EllipsisOutlined />} does={`全部文件 ${name}`} onClick={onMore} />
    </>
  );
}

/** What a cell keeps of files that are all there. */
function cellOf(value: UploadValue): UploadedCell | null {
  const files = readFiles(value);
  const [first] = files;
  if (!first) return null;
  const path = files.map(({ filePath }) => filePath).join(',');
  return {
    name: first.fileName,
    type: /\.([a-z]+)$/i.exec(first.filePath)?.[1] ?? '',
    size: first.fileSize,
    status: 'done',
    percent: 100,
    path,
    url: addressOf(first.filePath),
    message: '',
  };
}
