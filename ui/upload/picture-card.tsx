import {
  CloseOutlined,
  DeleteOutlined,
  FileImageOutlined,
  LeftOutlined,
  RedoOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { Progress, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { Tool } from './file-line.tsx';
import type { Upload } from './upload-list.ts';

interface PictureCardProps {
  upload: Upload;
  src: string;
  allowRemove: boolean;
  onShow: () => void;
  onRetry: () => void;
  onRemove: () => void;
  /** Absent: the order is not this widget's to change. */
  onMove: ((step: -1 | 1) => void) | undefined;
  onDrag: (uid: string | null) => void;
  onDropHere: () => void;
}

/** One picture: small, with what can be done with it below. */
export function PictureCard(props: PictureCardProps): ReactNode {
  const { upload, src, allowRemove, onShow, onRetry, onRemove, onMove, onDrag, onDropHere } = props;
  const { uid, name, status, percent, message, file } = upload;
  const isUploading = status === 'uploading';
  return (
    <li
      className="wb-upload-picture"
      data-status={status}
      draggable={onMove !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name);
        onDrag(uid);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        onDropHere();
      }}
    >
      {status === 'done' ? (
        <button type="button" className="wb-upload-thumb" aria-label={`预览 ${name}`} onClick={onShow}>
          <Picture src={src} />
        </button>
      ) : (
        <Tooltip title={status === 'error' ? `上传失败：${message}` : name}>
          <span className="wb-upload-thumb">
            {file ? <Picture src={src} /> : null}
            {isUploading && <Progress type="circle" size={48} percent={percent} aria-label={`${name} 上传进度`} />}
            {status === 'error' && (
              <span className="wb-upload-fault" role="alert">
                上传失败
              </span>
            )}
          </span>
        </Tooltip>
      )}
      <span className="wb-upload-tools">
        {onMove && status === 'done' && (
          <Tool icon={<LeftOutlined />} does={`左移 ${name}`} onClick={() => onMove(-1)} />
        )}
        {status === 'error' && file && <Tool icon={<RedoOutlined />} does={`重试 ${name}`} onClick={onRetry} />}
        {(allowRemove || status !== 'done') && (
          <Tool
            icon={isUploading ? <CloseOutlined /> : <DeleteOutlined />}
            does={`${isUploading ? '取消' : '删除'} ${name}`}
            onClick={onRemove}
          />
        )}
        {onMove && status === 'done' && (
          <Tool icon={<RightOutlined />} does={`右移 ${name}`} onClick={() => onMove(1)} />
        )}
      </span>
    </li>
  );
}

/** A picture that cannot be had is shown as one that is missing. */
function Picture({ src }: { src: string }): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  if (src === '') return null;
  if (broken === src) return <FileImageOutlined className="wb-upload-missing" aria-hidden />;
  return <img src={src} alt="" loading="lazy" draggable={false} onError={() => setBroken(src)} />;
}
