import { Image, Select } from 'antd';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { MOST_FILES } from '#kit/model/field.ts';
import type { EditProps, SearchProps, ShowProps } from '../cells/faces.ts';
import { StillUploading } from '../cells/still-uploading.ts';
import { DASH } from '../cells/text-cells.tsx';
import { fetchStored } from './fetch-stored.ts';
import { FileUpload } from './file-upload.tsx';
import { ImageUpload } from './image-upload.tsx';
import { addressOf, readFiles, smallPicture, type StoredFile, type UploadValue } from './stored-files.ts';
import { UploadCell } from './upload-cell.tsx';
import './upload-faces.css';

function heldBy(value: unknown): string {
  if (value instanceof StillUploading) return value.paths ?? '';
  return typeof value === 'string' ? value : '';
}

const PICTURE = /\.(?:png|jpe?g|webp|gif)$/i;

/** Small pictures that open large, names of other files that are downloaded; a list shows three. */
export function UploadsShow({ field, value }: ShowProps): ReactNode {
  const files = readFiles(heldBy(value));
  if (files.length === 0) return DASH;
  const isPicture = ({ filePath }: StoredFile): boolean => field.kind === 'pictures' || PICTURE.test(filePath);
  return (
    <span className="wb-held" data-count={files.length}>
      <Thumbs title={field.title} files={files.filter(isPicture)} />
      <FileNames files={files.filter((file) => !isPicture(file))} />
    </span>
  );
}

function Thumbs({ title, files }: { title: string; files: readonly StoredFile[] }): ReactNode {
  const [shown, setShown] = useState<number | null>(null);
  const open = (event: MouseEvent, at: number): void => {
    event.stopPropagation();
    setShown(at);
  };
  return (
    <>
      {files.map(({ filePath, fileName }, at) => (
        <button
          key={filePath}
          type="button"
          className="wb-held-picture"
          title={fileName}
          aria-label={`查看${title} ${fileName}`}
          onClick={(event) => open(event, at)}
        >
          <img {...smallPicture(filePath)} alt="" />
        </button>
      ))}
      {shown !== null && (
        <Image.PreviewGroup
          items={files.map(({ filePath, fileName }) => ({
            src: addressOf(filePath),
            alt: fileName,
          }))}
          preview={{
            open: true,
            current: shown,
            onChange: setShown,
            onOpenChange: (isOpen) => !isOpen && setShown(null),
          }}
        />
      )}
    </>
  );
}

const FileNames = ({ files }: { files: readonly StoredFile[] }): ReactNode =>
  files.map(({ filePath, fileName }) => (
    <button
      key={filePath}
      type="button"
      className="wb-held-file"
      title={fileName}
      onClick={(event) => {
        event.stopPropagation();
        fetchStored(filePath, fileName);
      }}
    >
      {fileName}
    </button>
  ));

/** Chosen, dropped or pasted; the field holds their addresses. */
export function UploadsEdit({ field, value, onChange, disabled = false }: EditProps): ReactNode {
  const paths = heldBy(value);
  const held = useRef({ paths, isBusy: false });
  held.current.paths = paths;
  const tell = (change: Partial<typeof held.current>): void => {
    Object.assign(held.current, change);
    const next = held.current.paths || null;
    onChange?.(held.current.isBusy ? new StillUploading(next) : next);
  };
  const props = {
    label: field.title,
    value: paths,
    number: field.max ?? MOST_FILES,
    disabled,
    onChange: (next: UploadValue) => tell({ paths: typeof next === 'string' ? next : '' }),
    onBusy(isBusy: boolean): void {
      if (isBusy !== held.current.isBusy) tell({ isBusy });
    },
  };
  return field.kind === 'pictures' ? <ImageUpload {...props} isMultiple /> : <FileUpload {...props} />;
}

/** The same in the cell of a grid. */
export function UploadsCellEdit({ field, value, onChange, disabled = false }: EditProps): ReactNode {
  return (
    <UploadCell
      label={field.title}
      fileType={field.kind === 'pictures' ? 'image' : 'file'}
      value={heldBy(value)}
      number={field.max ?? MOST_FILES}
      disabled={disabled}
      onChange={(next) => onChange?.(next?.path ?? null)}
    />
  );
}

const SOME_NONE = [
  { value: '1', label: '有' },
  { value: '0', label: '无' },
];

/** With or without any. */
export function UploadsSearch({ name, id, query, set }: SearchProps): ReactNode {
  return (
    <Select
      id={id}
      value={query[name] ?? null}
      options={SOME_NONE}
      placeholder="全部"
      allowClear
      onChange={(next: string | null | undefined) => set({ [name]: next ?? undefined }, true)}
    />
  );
}
