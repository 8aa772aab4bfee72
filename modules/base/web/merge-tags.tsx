import { useQuery, skipToken } from '@tanstack/react-query';
import { Alert, Form, Modal, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchRoute, refreshResource, toast, useRemoteOptions } from '#kit/web/index.ts';
import { mergeTagsRoute } from '../model/routes.ts';
import { tag } from '../model/tag.ts';

type TagRow = WireRow<typeof tag>;

/** ms; a hundred thousand rows take a while. */
const TIMEOUT = 300_000;

export interface MergeTagsProps {
  /** What was chosen: all of them become one. */
  rows: readonly TagRow[];
  onClose: () => void;
}

/** 合并: which tag stays, and how many rows get it in place of the others. */
export function MergeTags({ rows, onClose }: MergeTagsProps): ReactNode {
  const merge = useMerge(rows, onClose);
  const { into, counted, isRunning, run } = merge;
  const isMixed = new Set(rows.map(({ scope }) => scope)).size > 1;
  return (
    <Modal
      open
      title="合并标签"
      width={520}
      okText={counted ? `合并，改动 ${counted.rows} 条` : '合并'}
      okButtonProps={{ danger: true, disabled: !counted || isMixed }}
      confirmLoading={isRunning}
      mask={{ closable: false }}
      onOk={() => void run()}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {isMixed ? (
        <Alert type="error" showIcon title="只能合并同一范围的标签，请重新勾选" />
      ) : (
        <Form layout="vertical" component="div">
          <TagChoices {...merge} />
          {counted && (
            <p role="status">
              <strong>{counted.rows}</strong> 条数据改为“{merge.target.labelOf(into ?? '')}”，
              {counted.merged} 个标签删除，不能撤销。
            </p>
          )}
          {merge.fault && <Alert type="error" showIcon title={merge.fault} />}
        </Form>
      )}
    </Modal>
  );
}

/** What is chosen, what it would do, and the merge. */
function useMerge(rows: readonly TagRow[], onClose: () => void) {
  const [into, setInto] = useState<string | null>(null);
  const [gone, setGone] = useState<readonly string[]>(() => rows.map((row) => row.id));
  const [isRunning, setRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const ids = gone.filter((one) => one !== into);
  const within = { scope: rows[0]?.scope ?? 'order' };
  const target = useRemoteOptions('base:tag', into ? [into] : [], false, within);
  const leaving = useRemoteOptions('base:tag', gone, false, within);
  const isRequested = into !== null && ids.length > 0;
  const counted = useQuery({
    // Not among what is asked again once tags are others: by then these are merged.
    queryKey: ['tags to merge', into, ids],
    gcTime: 0,
    queryFn: isRequested ? () => fetchRoute(mergeTagsRoute, { body: { ids, into, dryRun: true } }) : skipToken,
  });
  const run = async (): Promise<void> => {
    if (!into) return;
    setRunning(true);
    try {
      const done = await fetchRoute(mergeTagsRoute, { body: { ids, into }, timeout: TIMEOUT });
      toast.done(`已合并 ${done.merged} 个标签，${done.rows} 条数据已改为“${target.labelOf(into) ?? ''}”`);
      void refreshResource(tag);
      onClose();
    } catch (error) {
      setFault(messageOf(error));
      setRunning(false);
    }
  };
  return {
    into,
    setInto,
    ids,
    setGone,
    target,
    leaving,
    isRunning,
    run,
    counted: counted.data,
    fault: fault ?? (counted.error ? messageOf(counted.error) : null),
  };
}

function TagChoices({ into, setInto, ids, setGone, target, leaving }: ReturnType<typeof useMerge>): ReactNode {
  const id = useId();
  return (
    <>
      <Form.Item label="保留的标签" htmlFor={`${id}-into`}>
        <Select<{ value: string; label: ReactNode } | null>
          {...target.props}
          id={`${id}-into`}
          labelInValue
          placeholder="请选择"
          value={into ? { value: into, label: target.labelOf(into) ?? '加载中…' } : null}
          onChange={(next) => setInto(next?.value ?? null)}
        />
      </Form.Item>
      <Form.Item label="合并后删除的标签" htmlFor={`${id}-gone`}>
        <Select<{ value: string; label: ReactNode }[]>
          {...leaving.props}
          id={`${id}-gone`}
          mode="multiple"
          labelInValue
          value={ids.map((value) => ({ value, label: leaving.labelOf(value) ?? '加载中…' }))}
          onChange={(next) => setGone(next.map(({ value }) => value))}
        />
      </Form.Item>
    </>
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '未知错误');
