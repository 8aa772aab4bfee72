import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { defineRoute, pathOf } from '#kit/model/route.ts';
import type { GalleryPart, GalleryState } from '../gallery-part.ts';
import { FilePop, FileUpload, ImageUpload, InputPop, UploadCell } from './lazy-uploads.tsx';
import type { FileUploadProps } from './file-upload.tsx';
import type { ImageUploadProps } from './image-upload.tsx';
import type { UploadCellProps, UploadedCell } from './upload-cell.tsx';
import type { UploadValue } from './stored-files.ts';

const ELSEWHERE = pathOf(
  defineRoute({
    method: 'POST',
    path: '/elsewhere/upload',
    access: 'signedIn',
    summary: '别处的上传',
  }),
);
const ID = '01a1fe98c7ef71a8b315630db2b19b08';
const many = Array.from({ length: 12 }, (_, index) => `temp/装箱单${index + 1}_${ID}.pdf`).join(',');
const long = `temp/${'美国西海岸仓库二零二六年第四季度家居类目盘点差异说明'.repeat(2)}_${ID}.xlsx`;

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const Output = ({ value }: { value: unknown }): ReactNode => (
  <output style={{ display: 'block', overflowWrap: 'anywhere' }}>{text(value)}</output>
);

const files = (title: string, given: FileUploadProps = {}): GalleryState => ({
  title,
  Show: function FilesState(): ReactNode {
    const [value, setValue] = useState<UploadValue>(given.value);
    return (
      <>
        <FileUpload label={title} {...given} value={value} onChange={setValue} />
        <Output value={value} />
      </>
    );
  },
});

const pictures = (title: string, given: ImageUploadProps = {}): GalleryState => ({
  title,
  Show: function PicturesState(): ReactNode {
    const [value, setValue] = useState<UploadValue>(given.value);
    return (
      <>
        <ImageUpload label={title} {...given} value={value} onChange={setValue} />
        <Output value={value} />
      </>
    );
  },
});

const cell = (title: string, given: UploadCellProps = {}): GalleryState => ({
  title,
  Show: function CellState(): ReactNode {
    const [value, setValue] = useState<UploadedCell | string | null>(given.value ?? null);
    return (
      <>
        <div style={{ width: 190, padding: 4, border: '1px solid #e7eaef' }}>
          <UploadCell label={title} {...given} value={value} onChange={setValue} />
        </div>
        <Output value={value} />
      </>
    );
  },
});

const pop = (title: string, fileType: 'image' | 'file'): GalleryState => ({
  title,
  Show: function PopState(): ReactNode {
    const [isOpen, setOpen] = useState(false);
    const [value, setValue] = useState<UploadValue>('');
    return (
      <>
        <Button onClick={() => setOpen(true)}>打开</Button>
        <Output value={value} />
        <FilePop open={isOpen} fileType={fileType} value={value} onOk={setValue} onClose={() => setOpen(false)} />
      </>
    );
  },
});

function InputPopState(): ReactNode {
  const [value, setValue] = useState('');
  return (
    <div style={{ maxWidth: 260 }}>
      <InputPop label="备注" value={value} onChange={setValue} />
      <output>{value}</output>
    </div>
  );
}

export const gallery: GalleryPart = {
  title: '上传',
  states: [
    files('文件'),
    files('至多两个文件，按列表取值', { number: 2, returnUrl: false }),
    files('长文件名', { value: long }),
    files('许多文件', { value: many }),
    files('只读文件', {
      value: `${long},${many}`.split(',').slice(0, 2).join(','),
      disabled: true,
    }),
    pictures('单张图片'),
    pictures('多张图片', { isMultiple: true }),
    pictures('只读图片，原图已不在', { value: `temp/旧图_${ID}.png`, disabled: true }),
    cell('文件单元格'),
    cell('图片单元格', { fileType: 'image' }),
    cell('单元格，多个文件', { value: many }),
    cell('别处的地址', { action: ELSEWHERE, responseName: 'path' }),
    cell('别处的地址，告知身份', {
      action: ELSEWHERE,
      responseName: 'path',
      token: true,
    }),
    pop('文件弹窗', 'file'),
    pop('图片弹窗', 'image'),
    { title: '文本弹窗', Show: InputPopState },
  ],
};
