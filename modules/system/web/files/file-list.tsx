import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  callRoute,
  download,
  ListPage,
  refreshResource,
  toast,
  storedFilePath,
  toastError,
  uploadTo,
  usePermissions,
  type ColumnSpec,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { fileCalls } from '../../model/routes/files.ts';
import { storedFile, type ListedFile } from '../../model/stored-file.ts';
import { act } from '../act.ts';
import { sizeText } from './size-text.ts';
import './files.css';

type Row = WireRow<typeof storedFile>;

/** A row with what its list says beside its fields. */
const listed = (row: Row): ListedFile => row as ListedFile;
const placeText = (row: Row): string => listed(row).usedBy ?? row.usage_dictText ?? '';

const COLUMNS: readonly ColumnSpec<Row>[] = [
  { key: 'fileName', width: 320, render: (file) => <FileName file={listed(file)} /> },
  { key: 'bytes', width: 100, render: ({ bytes }) => sizeText(bytes) },
  { key: 'uploader', width: 120 },
  { key: 'createTime', width: 170 },
  {
    key: 'usage',
    title: '使用位置',
    width: 260,
    sortable: false,
    render: placeText,
    text: placeText,
  },
];

/** A file of a record is for those who may see that record: nobody else has a link to it. */
function FileName({ file }: { file: ListedFile }): ReactNode {
  const { fileName, url, isOpen } = file;
  const name = fileName ?? '—';
  if (!isOpen || !url) return <span title={`${name}（无权打开）`}>{name}</span>;
  return (
    <Button
      type="link"
      size="small"
      className="sys-file-name"
      title={`下载 ${name}`}
      onClick={() => void download(storedFilePath(url), undefined, name).catch(toastError)}
    >
      {name}
    </Button>
  );
}

/** 文件管理: what people have uploaded, where it is used, and what may go. */
export function OSSFileList(): ReactNode {
  const may = usePermissions();
  const mayDelete = may('system:storedFile:delete');
  const actions = (file: Row): RowAction[] =>
    mayDelete
      ? [
          {
            key: 'delete',
            title: '删除',
            danger: true,
            onClick: () => void remove([file]),
            ...(listed(file).usedBy === null ? {} : { disabled: true, reason: `正在使用：${placeText(file)}` }),
          },
        ]
      : [];
  return (
    <ListPage
      of={storedFile}
      columns={COLUMNS}
      isSelectable={mayDelete}
      rowActions={actions}
      primary={may('system:storedFile:upload') && <UploadButton />}
      chosen={(list) =>
        mayDelete && (
          <Button danger onClick={() => void removeChosen(list)}>
            批量删除
          </Button>
        )
      }
    />
  );
}

/** Several files may be chosen; each that is refused is named, the others stay. */
function UploadButton(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(0);
  const send = async (files: readonly File[]): Promise<void> => {
    setLeft(files.length);
    let done = 0;
    for (const file of files) {
      try {
        await uploadTo(fileCalls.uploadLoose, file);
        done++;
      } catch (error) {
        toast.fail(`${file.name}：${(error as Error).message}`);
      }
      setLeft((now) => now - 1);
    }
    if (done > 0) toast.done(`已上传 ${done} 个文件`);
    void refreshResource(storedFile);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择文件"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void send(files);
        }}
      />
      <Button type="primary" loading={left > 0} onClick={() => input.current?.click()}>
        上传
      </Button>
    </>
  );
}

async function removeChosen(list: ListHandle<Row>): Promise<void> {
  const { selection } = list;
  if (selection.mode === 'all') return toast.warn('删除只能针对逐条勾选的记录，请先取消“全部筛选结果”');
  if (selection.rows.length === 0) return toast.warn('请选择一条记录！');
  if (await remove(selection.rows)) list.clearSelection();
}

const remove = (files: readonly Row[]): Promise<boolean> =>
  act(
    {
      title: files.length === 1 ? `删除“${files[0]?.fileName}”？` : `删除 ${files.length} 个文件？`,
      content: '删除后不可恢复；正在使用的文件不会被删除。',
      okText: '删除',
      danger: true,
    },
    () => callRoute(fileCalls.deleteSeveral, { query: { ids: files.map(({ id }) => id).join(',') } }),
    storedFile,
  );
