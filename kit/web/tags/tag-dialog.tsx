import { Alert, Button, Form, Modal, Progress } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { tagFieldOf, type TagField } from '#kit/model/tagging.ts';
import { useUnsavedWork } from '#ui/page/held-pages.ts';
import { BulkPreview, BulkResults } from '../bulk/bulk-outcome.tsx';
import { TagsEdit } from './tag-inputs.tsx';
import { useTagging, type TagChange, type Tagging } from './use-tagging.ts';
import '../lifecycle/lifecycle.css';
import '../bulk/bulk-edit.css';

export interface TagDialogProps {
  of: AnyResource;
  scope: BatchScope;
  /** Rows that are chosen. */
  count: number;
  /** @param isDone tags of some rows are others now */
  onClose: (isDone: boolean) => void;
}

/** 批量打标: tags to give and to take, what would come of it row by row, the run, and what was refused. */
export function TagDialog({ of, scope, count, onClose }: TagDialogProps): ReactNode {
  const tags = tagFieldOf(of);
  const tagging = useTagging(of, scope);
  useUnsavedWork(tagging.progress !== null);
  if (!tags) return null;
  const { results, progress } = tagging;
  const close = (): void => onClose(tagging.isDone);
  return (
    <Modal
      open
      title={results ? '打标结果' : `${of.title}打标`}
      width={600}
      footer={null}
      mask={{ closable: false }}
      closable={progress === null}
      keyboard={progress === null}
      onCancel={close}
    >
      {results ? (
        <BulkResults title={tags.field.title} rows={results} onRetry={(ids) => tagging.reset(ids)} onClose={close} />
      ) : progress ? (
        <Running tagging={tagging} />
      ) : (
        <Inputs
          {...{ tags, tagging }}
          count={'ids' in tagging.scope ? tagging.scope.ids.length : count}
          onClose={close}
        />
      )}
    </Modal>
  );
}

function Inputs({
  tags,
  tagging,
  count,
  onClose,
}: {
  tags: TagField;
  tagging: Tagging;
  count: number;
  onClose: () => void;
}): ReactNode {
  const { preview, fault, isAsking } = tagging;
  const [change, setChange] = useState<TagChange>({ add: [], remove: [] });
  const put = (part: Partial<TagChange>): void => {
    setChange({ ...change, ...part });
    tagging.reset();
  };
  return (
    <>
      <Form layout="vertical" component="div">
        <TagsItem {...{ tags }} label="添加标签" value={change.add} onChange={(add) => put({ add })} />
        <TagsItem {...{ tags }} label="移除标签" value={change.remove} isTaken onChange={(remove) => put({ remove })} />
      </Form>
      {fault && <Alert type="error" showIcon title={fault} />}
      {preview && <BulkPreview field={tags.field} name={tags.key} preview={preview} />}
      <div className="wb-dialog-actions">
        <Button onClick={onClose}>取消</Button>
        {preview ? (
          preview.changed > 0 && (
            <Button type="primary" onClick={() => void tagging.run()}>
              打标 {preview.changed} 条
            </Button>
          )
        ) : (
          <Button type="primary" loading={isAsking} onClick={() => void tagging.ask(change)}>
            预览 {count} 条
          </Button>
        )}
      </div>
    </>
  );
}

/** @param isTaken they are taken away: none is made for that */
function TagsItem({
  tags: { key, field },
  label,
  value,
  isTaken = false,
  onChange,
}: {
  tags: TagField;
  label: string;
  value: readonly string[];
  isTaken?: boolean;
  onChange: (ids: string[]) => void;
}): ReactNode {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id}>
      <TagsEdit
        field={field}
        name={key}
        id={id}
        value={value}
        mayAdd={!isTaken}
        onChange={(next) => onChange(next as string[])}
      />
    </Form.Item>
  );
}

function Running({ tagging: { progress, stop } }: { tagging: Tagging }): ReactNode {
  if (!progress) return null;
  const { done, total } = progress;
  return (
    <>
      <p role="status">
        打标进行中：{done} / {total}
      </p>
      <Progress percent={total === 0 ? 100 : Math.floor((done / total) * 100)} status="active" />
      <div className="wb-dialog-actions">
        <Button onClick={stop}>停止剩余部分</Button>
      </div>
    </>
  );
}
