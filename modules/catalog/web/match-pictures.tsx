import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  ask,
  FileUpload,
  readFiles,
  refreshResource,
  say,
  ScrollRegion,
  type StoredFile,
  type UploadValue,
} from '#kit/web/index.ts';
import { givePictures, matchPictures, type Match, type Pictured } from './give-pictures.ts';
import './catalog.css';

export interface MatchPicturesProps {
  of: Pictured;
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
    queryKey: ['catalog:pictures', of.name, names],
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
    for (const [id, pictures] of found) {
      const refusal = await givePictures(of, id, pictures);
      for (const { filePath } of pictures)
        if (refusal === null) done.add(filePath);
        else refused.set(filePath, refusal);
    }
    setSaving(false);
    setRefusals(refused);
    // What has found its place is done with; the rest stays to be looked at.
    const left = files.filter(({ filePath }) => !done.has(filePath));
    setValue(left);
    void refreshResource(of);
    if (done.size > 0) say.done(`已保存 ${done.size} 张图片`);
    if (left.length === 0) onClose();
  };
  const close = async (): Promise<void> => {
    const isLost = files.length > 0 || isUploading;
    if (isLost && !(await ask({ title: '图片还没有保存，关闭后将丢弃', okText: '丢弃' }))) return;
    onClose();
  };
  const count = [...found.values()].flat().length;
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
          <Button
            type="primary"
            disabled={count === 0 || isUploading}
            loading={isSaving}
            onClick={() => void save()}
          >
            保存 {count} 张
          </Button>
        </>
      }
    >
      <p>
        文件名为{of.title === 'SKU' ? 'SKU' : ' SPU '}编码，同一{of.title}
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

/** Pictures by the row they go to. */
function rowsOf(matches: readonly Match[]): Map<string, StoredFile[]> {
  const rows = new Map<string, StoredFile[]>();
  for (const { file, found } of matches)
    if ('id' in found) rows.set(found.id, [...(rows.get(found.id) ?? []), file]);
  return rows;
}

function MatchTable({
  of,
  matches,
  refusals,
}: {
  of: Pictured;
  matches: readonly Match[];
  refusals: ReadonlyMap<string, string>;
}): ReactNode {
  const faults = { missing: `没有找到${of.title}`, ambiguous: `有多个同名${of.title}` };
  const sum = rowsOf(matches).size;
  return (
    <>
      <p role="status">
        {matches.filter(({ found }) => 'id' in found).length} 张图片属于 {sum} 个{of.title}，
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
              title: of.title,
              render: (_, { file, found }) => {
                const refusal = refusals.get(file.filePath);
                if (refusal) return <span className="wb-upload-fault">{refusal}</span>;
                return 'id' in found ? (
                  found.label
                ) : (
                  <span className="wb-upload-fault">{faults[found.fault]}</span>
                );
              },
            },
          ]}
        />
      </ScrollRegion>
    </>
  );
}
