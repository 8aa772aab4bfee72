import { CloseOutlined, DeleteOutlined, DownloadOutlined, FileOutlined, RedoOutlined } from '@ant-design/icons';
import { Button, Progress, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { fetchStored } from './fetch-stored.ts';
import { sizeText } from './stored-files.ts';
import type { Upload } from './upload-list.ts';

interface FileLineProps {
  upload: Upload;
  allowDownload: boolean;
  allowRemove: boolean;
  onRetry: () => void;
  onRemove: () => void;
}

/** One file of a list: its name, how far it is or why it failed, and what can be done with it. */
export function FileLine(props: FileLineProps): ReactNode {
  const { upload, allowDownload, allowRemove, onRetry, onRemove } = props;
  const { name, size, status, percent, path, message, file } = upload;
  const isUploading = status === 'uploading';
  return (
    <li className="wb-upload-line" data-status={status}>
      <FileOutlined aria-hidden />
      <span className="wb-upload-name" title={name}>
        {name}
      </span>
      {size !== null && <span className="wb-upload-size">{sizeText(size)}</span>}
      <span className="wb-upload-tools">
        {status === 'error' && file && <Tool icon={<RedoOutlined />} does={`重试 ${name}`} onClick={onRetry} />}
        {path !== null && allowDownload && (
          <Tool icon={<DownloadOutlined />} does={`下载 ${name}`} onClick={() => fetchStored(path, name)} />
        )}
        {(allowRemove || status !== 'done') && (
          <Tool
            icon={isUploading ? <CloseOutlined /> : <DeleteOutlined />}
            does={`${isUploading ? '取消' : '删除'} ${name}`}
            onClick={onRemove}
          />
        )}
      </span>
      {isUploading && <Progress size="small" percent={percent} aria-label={`${name} 上传进度`} />}
      {status === 'error' && (
        <Tooltip title="上传失败">
          <span className="wb-upload-fault" role="alert">
            {message}
          </span>
        </Tooltip>
      )}
    </li>
  );
}

/** A small button that says what it does to what. */
export const Tool = ({ icon, does, onClick }: { icon: ReactNode; does: string; onClick: () => void }): ReactNode => (
  <Button type="text" size="small" icon={icon} aria-label={does} title={does} onClick={onClick} />
);
