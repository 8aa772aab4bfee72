import { Alert, Button, Space, type FormInstance } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { staleVersion } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fetchRow } from '../detail/use-row.ts';
import type { FormConflictsProps } from './form-conflicts.tsx';
import { useRealNames } from '#ui/conflicts/use-real-names.ts';
import { toastError } from '#ui/feedback.tsx';
import { fetched } from '#ui/fetched.tsx';
import { differences } from './form-values.ts';

const FormConflicts = fetched<FormConflictsProps>(() =>
  import('./form-conflicts.tsx').then((module) => module.FormConflicts),
);

/**
 * Somebody else changed the row: says what, and lets the user take that or go on with their own;
 * with the form, fields that both have changed are also settled one by one.
 */
export function StaleNotice({
  of,
  before,
  form,
  read,
  onTakeTheirs,
  onKeepMine,
}: {
  of: AnyResource;
  before: Row;
  form?: FormInstance;
  /** How the row is read again, where its form holds more than the row itself; the same function each time. */
  read?: ((stop: AbortSignal) => Promise<Row>) | undefined;
  onTakeTheirs: (latest: Row) => void;
  /** @param theirs keys whose latest values are taken all the same */
  onKeepMine: (latest: Row, theirs?: readonly string[]) => void;
}): ReactNode {
  const [latest, setLatest] = useState<Row | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const reading: Promise<Row> = read ? read(stop.signal) : fetchRow(of, before.id, stop.signal);
    reading.then(setLatest, toastError);
    return () => stop.abort();
  }, [of, before.id, read]);
  const changed = latest ? differences(of.fields as Fields, before, latest) : [];
  const username = latest?.['updateBy'] as string | null | undefined;
  const who = useRealNames([username]).get(username ?? '');
  return (
    <Alert
      type="warning"
      showIcon
      className="wb-form-note"
      title={staleVersion().message}
      description={
        <>
          <p className="wb-stale-text">
            您输入的内容已保留。
            {latest && `${who ?? '他人'}修改了：${changed.length > 0 ? changed.join('、') : '其他信息'}。`}
          </p>
          {form && latest && (
            <FormConflicts
              fields={of.fields as Fields}
              form={form}
              before={before}
              latest={latest}
              who={who}
              onContinue={(theirs) => onKeepMine(latest, theirs)}
            />
          )}
          <Space wrap>
            <Button size="small" disabled={!latest} onClick={() => latest && onKeepMine(latest)}>
              保留我的修改，基于最新数据继续
            </Button>
            <Button size="small" disabled={!latest} onClick={() => latest && onTakeTheirs(latest)}>
              放弃我的修改，载入最新数据
            </Button>
          </Space>
        </>
      }
    />
  );
}
