import { PlusOutlined } from '@ant-design/icons';
import { Image } from 'antd';
import { useState, type ReactNode } from 'react';
import { NO_UPLOAD_LIMIT } from '#kit/model/limits.ts';
import { toast, speak } from '../feedback.tsx';
import { useDropZone, useFileInput } from './choose-files.tsx';
import { PictureCard } from './picture-card.tsx';
import type { UploadValue } from './stored-files.ts';
import type { Upload } from './upload-list.ts';
import { usePictureAddress } from './use-picture-address.ts';
import { useUploads, type UploadTarget } from './use-uploads.ts';
import './upload.css';

/** A card is a hundred pixels wide, more on a fine screen. */
const CARD_SIDE = 160;

export interface ImageUploadProps extends UploadTarget {
  /** Comma-separated paths, or files; both are read. */
  value?: UploadValue;
  /** On done, removed and moved only; written as paths unless `returnUrl` is off. */
  onChange?: (value: UploadValue) => void;
  /** Several pictures; one by default: a new one takes the place of the old. */
  isMultiple?: boolean;
  /** How many at most; 0 = no limit. */
  number?: number;
  returnUrl?: boolean;
  text?: string;
  disabled?: boolean;
  allowRemove?: boolean;
  label?: string;
}

/**
 * Pictures (contract §5.3 JImageUpload): small ones to look at, large ones on a click, in an order
 * that can be changed by buttons and by dragging.
 */
export function ImageUpload(props: ImageUploadProps): ReactNode {
  const { isMultiple = false, number = NO_UPLOAD_LIMIT, text = '上传', disabled = false, label = '图片' } = props;
  const [shown, setShown] = useState<number | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const { entries, list } = useUploads(
    props.value,
    props,
    {
      limit: number,
      isSingle: !isMultiple,
      isPictureOnly: true,
      returnUrl: props.returnUrl ?? true,
    },
    {
      onChange: (value) => props.onChange?.(value),
      onFailed: toastFailed,
      onRefused: toast.warn,
    },
  );
  const srcOf = usePictureAddress(entries);
  const choosing = {
    fileType: 'image' as const,
    isMultiple,
    isDisabled: disabled || list.room <= 0,
    onChoose: (files: File[]) => list.add(files),
  };
  const { input, open } = useFileInput(choosing);
  const { isOver, zone } = useDropZone(choosing);
  const done = entries.filter(({ status }) => status === 'done');
  const move = (entry: Upload, step: -1 | 1): void => {
    if (!list.move(entry.uid, entries.indexOf(entry) + step)) toast.warn(step < 0 ? '未知的操作' : '已到最后~');
  };
  return (
    <div className="wb-upload" role="group" aria-label={label} data-over={isOver || undefined} {...zone}>
      {input}
      <ul className="wb-upload-pictures">
        {entries.map((entry) => (
          <PictureCard
            key={entry.uid}
            upload={entry}
            src={srcOf(entry, CARD_SIDE)}
            allowRemove={!disabled && (props.allowRemove ?? true)}
            onShow={() => setShown(done.indexOf(entry))}
            onRetry={() => list.retry(entry.uid)}
            onRemove={() => list.remove(entry.uid)}
            onMove={isMultiple && !disabled ? (step) => move(entry, step) : undefined}
            onDrag={setDragged}
            onDropHere={() => dragged && list.move(dragged, entries.indexOf(entry))}
          />
        ))}
        {!disabled && list.room > 0 && (
          <li>
            <button type="button" className="wb-upload-more" onClick={open}>
              <PlusOutlined aria-hidden />
              <span>{text}</span>
            </button>
          </li>
        )}
      </ul>
      {disabled && entries.length === 0 && <span className="wb-upload-hint">没有图片</span>}
      {shown !== null && (
        <Image.PreviewGroup
          items={done.map((entry) => ({ src: srcOf(entry), alt: entry.name }))}
          preview={{
            open: true,
            current: shown,
            onChange: setShown,
            onOpenChange: (isOpen) => !isOpen && setShown(null),
          }}
        />
      )}
    </div>
  );
}

const toastFailed = ({ name, message }: Upload): void =>
  speak(({ modal }) => {
    modal.error({ title: '上传出错', content: `错误信息：${message}（${name}）`, okText: '确定' });
  });
