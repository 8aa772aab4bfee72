import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  confirmAction,
  fetchResource,
  keyOf,
  newKey,
  PersonName,
  refreshResource,
  runMove,
  toast,
  toastError,
  usePermission,
} from '#kit/web/index.ts';
import { ruleVersion } from '../model/rule-records.ts';
import { ruleLifecycle } from '../model/rule.ts';
import type { WireRule } from './rule-draft.ts';
import { wordChanges } from './word-changes.ts';

type Version = WireRow<typeof ruleVersion>;

/** 版本: what the rule said each time, what was changed, and the way back. */
export function VersionPanel({ stored }: { stored: WireRule }): ReactNode {
  const mayRestore = usePermission('automation:rule:restore');
  const [busy, setBusy] = useState<number | null>(null);
  const { data, error } = useQuery({
    queryKey: keyOf(ruleVersion, 'of', stored.id, stored.revision),
    queryFn: ({ signal }) =>
      fetchResource<{ records: Version[] }>(
        ruleVersion,
        'list',
        { ruleId: stored.id, pageSize: '100', column: 'revision', order: 'desc' },
        { signal },
      ),
    staleTime: 0,
  });
  if (error) return <p className="au-refused">{error.message}</p>;
  if (!data) return <Skeleton active />;
  const restore = async (revision: number): Promise<void> => {
    const isSure = await confirmAction({
      title: `恢复第 ${revision} 版？`,
      content: '作为新的一版保存，回测后才能启用；现在的内容仍留在版本里。',
      okText: '恢复',
    });
    if (!isSure) return;
    setBusy(revision);
    try {
      await runMove(ruleLifecycle, stored.id, 'restore', { revision }, newKey());
      toast.done(`已恢复第 ${revision} 版的内容`);
      await refreshResource(ruleVersion);
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(null);
    }
  };
  const lock = !mayRestore
    ? '您没有恢复版本的权限'
    : stored.status === 'active'
      ? '规则正在启用，停用后才能恢复'
      : undefined;
  return (
    <section className="wb-detail-part">
      <ol className="au-versions">
        {data.records.map((version, index) => (
          <li key={version.id}>
            <header>
              <strong>第 {version.revision} 版</strong>
              <span className="au-weak">
                {version.createTime.slice(0, 16)} · {version.createBy && <PersonName username={version.createBy} />}
              </span>
              {version.revision === stored.revision ? (
                <span className="au-good">现在的版本</span>
              ) : (
                <Button
                  size="small"
                  disabled={lock !== undefined}
                  title={lock}
                  loading={busy === version.revision}
                  onClick={() => void restore(version.revision)}
                >
                  恢复此版
                </Button>
              )}
            </header>
            <VersionText text={version.said} before={data.records[index + 1]?.said} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A version with what the one before it did not say, and what it said no more. */
function VersionText({ text, before }: { text: string; before: string | undefined }): ReactNode {
  if (before === undefined) return <p>{text}</p>;
  return (
    <p>
      {wordChanges(before, text).map(({ kind, text: part }, index) =>
        kind === 'same' ? (
          <span key={index}>{part}</span>
        ) : kind === 'added' ? (
          <ins key={index}>{part}</ins>
        ) : (
          <del key={index}>{part}</del>
        ),
      )}
    </p>
  );
}
