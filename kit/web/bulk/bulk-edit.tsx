import { Alert, Button, Modal, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { bulkFault, bulkKeys, type BulkChange } from '#kit/model/bulk-edit.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { judgeField } from '#ui/cells/judge-field.ts';
import { useUnsavedWork } from '#ui/page/held-pages.ts';
import { columnRules, usePermissionRules } from '../session/access.ts';
import { BulkInputs } from './bulk-inputs.tsx';
import { BulkPreview, BulkResults, bulkText } from './bulk-outcome.tsx';
import { useBulkEdit, type BulkState } from './use-bulk-edit.ts';
import '../lifecycle/lifecycle.css';
import './bulk-edit.css';

export interface BulkEditProps {
  of: AnyResource;
  scope: BatchScope;
  /** How many rows the scope has. */
  count: number;
  /** A row as the server answers it: what it leaves out is not offered. */
  example?: object | undefined;
  /** The field, where it is settled which one. */
  only?: string | undefined;
  /** What has to be known before a value is typed. */
  note?: string | undefined;
  /** Some rows are others now. */
  onDone: () => void;
  onClose: () => void;
}

/**
 * One field of many rows: what it would be and what would come of it, the run, which may be left
 * for a strip on its list, and what was refused.
 */
export function BulkEdit(props: BulkEditProps): ReactNode {
  const { of: resource, scope, onDone, onClose } = props;
  const fields = resource.fields as Fields;
  const keys = useOpenKeys(props);
  const [count] = useState(props.count);
  const [change, setChange] = useState<BulkChange>({ field: keys[0] ?? '', operation: 'set' });
  const [isAside, setAside] = useState(false);
  const bulk = useBulkEdit(resource, scope, onDone);
  useUnsavedWork(bulk.progress !== null);
  const field = fields[change.field];
  if (!field) return null;
  const title = `批量修改${field.title}`;
  if (isAside) return <BulkStrip title={title} bulk={bulk} onShow={() => setAside(false)} onClose={onClose} />;
  return (
    <Modal
      open
      title={bulk.results ? `${title}结果` : props.only ? title : `批量修改 ${resource.title}`}
      width={680}
      footer={null}
      mask={{ closable: false }}
      closable={bulk.progress === null}
      keyboard={bulk.progress === null}
      onCancel={onClose}
    >
      {bulk.results ? (
        <BulkResults title={field.title} rows={bulk.results} onRetry={(ids) => bulk.reset(ids)} onClose={onClose} />
      ) : bulk.progress ? (
        <BulkProgress title={title} bulk={bulk} onLeave={() => setAside(true)} />
      ) : (
        <BulkForm
          {...{ fields, field, keys, change, bulk, onClose }}
          note={props.note}
          count={'ids' in bulk.scope ? bulk.scope.ids.length : count}
          onChange={(next) => {
            setChange(next);
            bulk.reset();
          }}
        />
      )}
    </Modal>
  );
}

/** Fields that this person may give to many rows: those the server shows them, and no rule closes. */
function useOpenKeys({ of: resource, example, only }: BulkEditProps): string[] {
  const { isDisabled, lackingBelow } = usePermissionRules();
  const rules = columnRules(resource);
  const lacking = lackingBelow(rules);
  return bulkKeys(resource).filter(
    (key) =>
      (only ?? key) === key && (!example || key in example) && !lacking.includes(key) && !isDisabled(rules + key),
  );
}

function BulkForm({
  fields,
  field,
  keys,
  change,
  count,
  note,
  bulk,
  onChange,
  onClose,
}: {
  fields: Fields;
  field: Field;
  keys: readonly string[];
  change: BulkChange;
  count: number;
  note: string | undefined;
  bulk: BulkState;
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}): ReactNode {
  const [text, setMessage] = useState<string | null>(null);
  const { preview, fault } = bulk;
  const ask = (): void => {
    const wrong = faultOf(field, change);
    setMessage(wrong);
    if (wrong === null) void bulk.ask(change);
  };
  return (
    <>
      {note && <Alert type="info" showIcon className="wb-form-note" title={note} />}
      <BulkInputs
        {...{ fields, keys, change }}
        fault={text ?? (fault?.isOfValue ? fault.message : null)}
        onChange={(next) => {
          setMessage(null);
          onChange(next);
        }}
      />
      {fault && !fault.isOfValue && <Alert type="error" showIcon title={fault.message} />}
      {preview && <BulkPreview field={field} name={change.field} preview={preview} />}
      <div className="wb-dialog-actions">
        <Button onClick={onClose}>取消</Button>
        {preview ? (
          preview.changed > 0 && (
            <Button type="primary" onClick={() => void bulk.run()}>
              修改 {preview.changed} 条
            </Button>
          )
        ) : (
          <Button type="primary" loading={bulk.isAsking} onClick={ask}>
            预览 {count} 条
          </Button>
        )}
      </div>
    </>
  );
}

/** What is wrong with a change, heard before it is sent. */
const faultOf = (field: Field, change: BulkChange): string | null =>
  bulkFault(field, change) ??
  (change.operation === 'set'
    ? judgeField(field, change.value, field.currency ? { [field.currency]: change.currency } : undefined)
    : null);

function BulkProgress({
  title,
  bulk: { progress, stop },
  onLeave,
}: {
  title: string;
  bulk: BulkState;
  onLeave: () => void;
}): ReactNode {
  if (!progress) return null;
  const { done, total } = progress;
  return (
    <>
      <p role="status">
        {title}进行中：{done} / {total}
      </p>
      <Progress percent={total === 0 ? 100 : Math.floor((done / total) * 100)} status="active" />
      <div className="wb-dialog-actions">
        <Button onClick={stop}>停止剩余部分</Button>
        <Button type="primary" onClick={onLeave}>
          后台继续
        </Button>
      </div>
    </>
  );
}

/** A run that was left, on its list until it is read. */
function BulkStrip({
  title,
  bulk: { progress, results },
  onShow,
  onClose,
}: {
  title: string;
  bulk: BulkState;
  onShow: () => void;
  onClose: () => void;
}): ReactNode {
  return (
    <div className="wb-bulk-strip" role="status">
      {progress ? (
        <span>
          {title} {progress.done}/{progress.total}
          {progress.refused > 0 && ` · 拒绝 ${progress.refused}`}
        </span>
      ) : (
        <span>{results && bulkText(title, results)}</span>
      )}
      <Button type="link" size="small" onClick={onShow}>
        查看
      </Button>
      {!progress && (
        <Button type="text" size="small" onClick={onClose}>
          知道了
        </Button>
      )}
    </div>
  );
}
