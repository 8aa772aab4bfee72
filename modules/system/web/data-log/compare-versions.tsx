import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Drawer, Select, Spin } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import {
  confirmAction,
  fetchRoute,
  BlankState,
  cellOf,
  findDeclared,
  refreshResource,
  toast,
  toastError,
  usePermission,
  type Row,
} from '#kit/web/index.ts';
import { dataLog } from '../../model/log.ts';
import { dataLogCalls, type ComparedVersion } from '../../model/routes/data-log.ts';

interface Entry {
  id: string;
  dataTable: string;
  dataId: string;
}

/** Two versions of one row side by side: at first the chosen one and the one before it. */
export function CompareVersions({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactNode {
  const { dataTable, dataId } = entry;
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({});
  const [isWhole, setWhole] = useState(false);
  const versions = useQuery({
    queryKey: ['dataLog', 'versions', dataTable, dataId],
    queryFn: () => fetchRoute(dataLogCalls.versions, { query: { dataTable, dataId } }),
  });
  const all = versions.data ?? [];
  const right = chosen.right ?? entry.id;
  const at = all.findIndex(({ id }) => id === right);
  // The first version has nothing before it to be compared with.
  const left = chosen.left ?? all[at + 1]?.id;
  const isFirst = versions.data !== undefined && left === undefined;
  const compared = useQuery({
    queryKey: ['dataLog', 'compare', left, right, versions.dataUpdatedAt],
    queryFn: () => fetchRoute(dataLogCalls.compare, { query: { dataId1: left ?? '', dataId2: right } }),
    enabled: left !== undefined,
  });
  const options = all.map(({ id, dataVersion, createTime, createBy }) => ({
    value: id,
    label: `v${dataVersion} · ${createTime} · ${createBy}`,
  }));
  const error = versions.error ?? compared.error;
  const [older, newer] = compared.data ?? [];
  return (
    <Drawer open title="对比版本" size={960} onClose={onClose}>
      <div className="sys-versions-head">
        {(['left', 'right'] as const).map((side) => (
          <Select
            key={side}
            aria-label={side === 'left' ? '左侧版本' : '右侧版本'}
            value={(side === 'left' ? left : right) ?? null}
            placeholder="没有更早的版本"
            disabled={all.length < 2}
            options={options}
            onChange={(id: string) => setChosen({ ...(left ? { left } : {}), right, [side]: id })}
          />
        ))}
      </div>
      <Checkbox checked={isWhole} onChange={({ target }) => setWhole(target.checked)}>
        显示相同的字段
      </Checkbox>
      {error && <Alert type="error" showIcon title={error.message} />}
      {isFirst && (
        <BlankState
          title="这是第一个版本"
          text={
            all.length > 1
              ? '前面没有可以对比的版本。可以在左侧选择之后的版本来对比。'
              : '这条数据还没有修改过，没有可以对比的版本。'
          }
        />
      )}
      {!error && !isFirst && !(older && newer) && <Spin />}
      {older && newer && (
        <>
          <Differences older={older} newer={newer} isWhole={isWhole} />
          <Restoring versions={[older, newer]} latest={all[0]?.id} onDone={() => void versions.refetch()} />
        </>
      )}
    </Drawer>
  );
}

function Differences({
  older,
  newer,
  isWhole,
}: {
  older: ComparedVersion;
  newer: ComparedVersion;
  isWhole: boolean;
}): ReactNode {
  const fields = (findDeclared(newer.resource)?.fields ?? {}) as Record<string, Field>;
  const keys = Object.keys(fields).filter((key) => key in newer.row);
  const isSame = (key: string): boolean =>
    JSON.stringify(older.row[key] ?? null) === JSON.stringify(newer.row[key] ?? null);
  const shown = isWhole ? keys : keys.filter((key) => !isSame(key));
  const unkept = newer.unkept.flatMap((key) => fields[key]?.title ?? []);
  return (
    <>
      {shown.length === 0 ? (
        <p className="sys-versions-note">两个版本没有不同的字段</p>
      ) : (
        <table className="sys-versions">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">v{older.dataVersion}</th>
              <th scope="col">v{newer.dataVersion}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <tr key={key} className={isSame(key) ? '' : 'sys-versions-changed'}>
                <th scope="row">{fields[key]?.title}</th>
                <td>
                  <Value field={fields[key] as Field} name={key} row={older.row} />
                </td>
                <td>
                  <Value field={fields[key] as Field} name={key} row={newer.row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unkept.length > 0 && <p className="sys-versions-note">日志不保存其内容的字段：{unkept.join('、')}</p>}
    </>
  );
}

function Value({ field, name, row }: { field: Field; name: string; row: Record<string, unknown> }): ReactNode {
  const { Show } = cellOf(field.kind);
  return <Show field={field} name={name} value={row[name] ?? null} row={row as Row} />;
}

/** The way back: today's values of the fields that differ become those of the version. */
function Restoring({
  versions,
  latest,
  onDone,
}: {
  versions: readonly ComparedVersion[];
  latest: string | undefined;
  onDone: () => void;
}): ReactNode {
  const resource = findDeclared(versions[0]?.resource ?? '');
  const mayRestore = usePermission('system:dataLog:restore');
  const mayEdit = usePermission(`${versions[0]?.resource}:edit`);
  if (resource?.kind !== 'register' || !mayRestore || !mayEdit) return null;
  const older = versions.filter(({ id }, at) => id !== latest && versions.findIndex((one) => one.id === id) === at);
  const restore = async ({ id, dataVersion }: ComparedVersion): Promise<void> => {
    const isSure = await confirmAction({
      title: `恢复到 v${dataVersion}？`,
      content: '与当前不同的字段改回该版本的值，作为一次新的编辑记入日志。',
      okText: '恢复',
    });
    if (!isSure) return;
    try {
      const { fields } = await fetchRoute(dataLogCalls.restore, { body: { id } });
      toast.done(fields.length > 0 ? `已恢复到 v${dataVersion}` : '数据与该版本一致，无需恢复');
      await refreshResource(resource);
      await refreshResource(dataLog);
      onDone();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <p className="sys-versions-actions">
      {older.map((version) => (
        <Button key={version.id} onClick={() => void restore(version)}>
          恢复到 v{version.dataVersion}
        </Button>
      ))}
    </p>
  );
}
