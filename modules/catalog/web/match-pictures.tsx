import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  confirmAction,
  FileUpload,
  readFiles,
  refreshResource,
  toast,
  ScrollRegion,
  type StoredFile,
  type UploadValue,
} from '#kit/web/index.ts';
import { givePictures, matchPictures, type Match, type Pictured } from './give-pictures.ts';
import './catalog.css';

export interface MatchPicturesProps {
  /** Whose pictures they may be, the likeliest first. */
  of: readonly Pictured[];
  onClose: () => void;
}

/** As many as one person may upload in a minute, with room for other work. */
const MOST = 100;

/** Many pictures at once: each goes to the row that its file name calls; nothing is saved before. */
export function MatchPictures({ of, onClose }: MatchPicturesProps): ReactNode {
  const [value, setValue] = useState<UploadValue>('');
  const [isUploading, setUploading] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const files = readFiles(value);
  const names = files.map(({ filePath }) => filePath);
  const { data: matches = [], error } = useQuery({
    queryKey: ['catalog:pictures', of.map(({ name }) => name), names],
    queryFn: () => matchPictures(of, files),
    enabled: files.length > 0 && !isUploading,
    gcTime: 0,
    retry: false,
  });
  const found = rowsOf(matches);
  const save = async (): Promise<void> => {
    setSaving(true);
    const refused = new Map<string, string>();
    const done = new Set<string>();
    for (const { of: kind, id, pictures } of found) {
      const refusal = await givePictures(kind, id, pictures);
      for (const { filePath } of pictures)
        if (refusal === null) done.add(filePath);
        else refused.set(filePath, refusal);
    }
    setRefusals(refused);
    // What has found its place is done with; the rest stays to be looked at.
    const left = files.filter(({ filePath }) => !done.has(filePath));
    setValue(left);
    // What is done next with a row is done with what it is now.
    await Promise.all(of.map((kind) => refreshResource(kind)));
    setSaving(false);
    if (done.size > 0) toast.done(`已保存 ${done.size} 张图片`);
    if (left.length === 0) onClose();
  };
  const close = async (): Promise<void> => {
    const isLost = files.length > 0 || isUploading;
    if (isLost && !(await confirmAction({ title: '图片还没有保存，关闭后将丢弃', okText: '丢弃' }))) return;
    onClose();
  };
  const count = found.flatMap(({ pictures }) => pictures).length;
  const titles = of.map(({ title }) => title).join('或');
  return (
    <Modal
      open
      title="按文件名配图"
      width={760}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>关闭</Button>
          <Button type="primary" disabled={count === 0 || isUploading} loading={isSaving} onClick={() => void save()}>
            保存 {count} 张
          </Button>
        </>
      }
    >
      <p>
        文件名为{of.map(({ title }) => CODES[title]).join('或')}编码，同一{titles}
        的多张图片在编码后加序号，如 ABC-100.jpg、ABC-100_2.jpg。已有的图片保留，新图片排在后面。
      </p>
      <div className="ct-picture-files">
        <FileUpload
          isQuiet
          label="图片"
          text="选择图片"
          fileType="image"
          number={MOST}
          returnUrl={false}
          value={value}
          disabled={isSaving}
          onChange={setValue}
          onBusy={setUploading}
        />
      </div>
      {error && <Alert type="error" showIcon title={error.message} className="wb-form-note" />}
      {matches.length > 0 && <MatchTable of={of} matches={matches} refusals={refusals} />}
    </Modal>
  );
}

/** How people call the code of each. */
const CODES: Readonly<Record<string, string>> = { SKU: 'SKU', 产品: ' SPU ' };

interface Given {
  of: Pictured;
  id: string;
  pictures: StoredFile[];
}

/** Pictures by the row they go to. */
function rowsOf(matches: readonly Match[]): Given[] {
  const rows = new Map<string, Given>();
  for (const { file, found } of matches) {
    if (!('id' in found)) continue;
    const row = rows.get(found.id) ?? { of: found.of, id: found.id, pictures: [] };
    row.pictures.push(file);
    rows.set(found.id, row);
  }
  return [...rows.values()];
}

function MatchTable({
  of,
  matches,
  refusals,
}: {
  of: readonly Pictured[];
  matches: readonly Match[];
  refusals: ReadonlyMap<string, string>;
}): ReactNode {
  const titles = of.map(({ title }) => title).join('或');
  const faults = { missing: `没有找到${titles}`, ambiguous: `有多个同名${titles}` };
  const rows = rowsOf(matches);
  const sums = of.map(({ title }) => ({
    title,
    count: rows.filter((row) => row.of.title === title).length,
  }));
  const answers = sums.filter(({ count }, at) => count > 0 || (at === 0 && rows.length === 0));
  return (
    <>
      <p role="status">
        {matches.filter(({ found }) => 'id' in found).length} 张图片属于{' '}
        {answers.map(({ title, count }) => `${count} 个${title}`).join('、')}，
        {matches.filter(({ found }) => 'fault' in found).length} 张没有找到归属。
      </p>
      <ScrollRegion label="图片归属">
        <Table<Match>
          size="small"
          rowKey={({ file }) => file.filePath}
          dataSource={[...matches]}
          scroll={{ y: 260 }}
          pagination={false}
          columns={[
            { key: 'file', title: '文件', width: 260, render: (_, { file }) => file.fileName },
            {
              key: 'row',
              title: '归属',
              render: (_, { file, found }) => {
                const refusal = refusals.get(file.filePath);
                if (refusal) return <span className="wb-upload-fault">{refusal}</span>;
                return 'id' in found ? found.label : <span className="wb-upload-fault">{faults[found.fault]}</span>;
              },
            },
          ]}
        />
      </ScrollRegion>
    </>
  );
}
