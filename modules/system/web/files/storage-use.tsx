import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { PageContent } from '#console/index.ts';
import { callRoute, fetchRoute, usePermission } from '#kit/web/index.ts';
import { fileCalls } from '../../model/routes/files.ts';
import { STORAGE_KINDS, type StorageUse, type StoredItem } from '../../model/storage-use.ts';
import { storedFile } from '../../model/stored-file.ts';
import { act } from '../act.ts';
import { sizeText } from './size-text.ts';
import '../tenants/tenants.css';

const KEY = ['system:storageUse'];

/** 存储空间: what uploads take of their bound, what may go, and what is removed by itself. */
export function StorageUsePage(): ReactNode {
  const mayDelete = usePermission('system:storedFile:delete');
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(fileCalls.storage, { signal }),
  });
  const remove = async ({ id, name }: StoredItem): Promise<void> => {
    const question = { title: `删除“${name}”？`, content: '删除后不可恢复。', okText: '删除', danger: true };
    await act(question, () => callRoute(fileCalls.delete, { query: { id } }), storedFile);
    void cache.invalidateQueries({ queryKey: KEY });
  };
  return (
    <PageContent title="存储空间" extra={<Button onClick={() => void refetch()}>刷新</Button>}>
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      ) : data ? (
        <div className="sy-tenant">
          <Taken of={data} />
          <Files title="最大的文件" of={data.largest} onDelete={mayDelete ? remove : null} />
          <Files title="最早的文件" of={data.oldest} onDelete={mayDelete ? remove : null} />
          <Sweep of={data.sweep} />
        </div>
      ) : (
        <Skeleton active />
      )}
    </PageContent>
  );
}

/** From this part on a bound is worth a look. */
const NEARLY = 0.9;

function Taken({ of: { used, most, bound, kinds } }: { of: StorageUse }): ReactNode {
  const part = most === 0 ? 1 : used / most;
  return (
    <section>
      <h2>用量</h2>
      <p>
        {bound === 'plan' ? '套餐' : '平台'}给的空间 {sizeText(most)}，已用 {sizeText(used)}
        {part >= 1 ? '，已满：再上传会被拒绝，请先删除不用的文件或升级套餐' : `，还可上传 ${sizeText(most - used)}`}
      </p>
      <Progress
        aria-label="存储空间用量"
        percent={Math.min(100, Math.round(part * 100))}
        size="small"
        strokeColor={part >= NEARLY ? 'var(--wb-amber-solid)' : 'var(--wb-solid)'}
      />
      <Table
        size="small"
        rowKey="kind"
        dataSource={[...kinds]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '还没有文件' }}
        columns={[
          { title: '类型', dataIndex: 'kind', render: (kind: keyof typeof STORAGE_KINDS) => STORAGE_KINDS[kind].title },
          { title: '文件数', dataIndex: 'files', align: 'right' },
          { title: '大小', dataIndex: 'bytes', align: 'right', render: sizeText },
          {
            title: '占用额度',
            key: 'bounded',
            render: (_value, { kind }) => (STORAGE_KINDS[kind].isBounded ? '是' : '否'),
          },
        ]}
      />
    </section>
  );
}

function Files({
  title,
  of,
  onDelete,
}: {
  title: string;
  of: readonly StoredItem[];
  /** Null for whoever may not. */
  onDelete: ((file: StoredItem) => Promise<void>) | null;
}): ReactNode {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Table<StoredItem>
        size="small"
        rowKey="id"
        dataSource={[...of]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '还没有上传过文件' }}
        columns={[
          { title: '文件名', dataIndex: 'name' },
          { title: '大小', dataIndex: 'bytes', align: 'right', render: sizeText },
          { title: '上传人', dataIndex: 'uploader' },
          { title: '上传时间', dataIndex: 'createTime' },
          { title: '使用位置', dataIndex: 'usedBy', render: (text: string | null) => text ?? '未使用' },
          ...(onDelete
            ? [
                {
                  title: '操作',
                  key: 'delete',
                  render: (_value: unknown, file: StoredItem) =>
                    file.usedBy === null && (
                      <Button size="small" danger onClick={() => void onDelete(file)}>
                        删除
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

function Sweep({ of: { loose, jobs, next } }: { of: StorageUse['sweep'] }): ReactNode {
  const line = (what: string, { files, bytes, firstAt }: StorageUse['sweep']['loose'], when: string): string =>
    files === 0 ? `没有待清理的${what}` : `${what} ${files} 个，共 ${sizeText(bytes)}；最早的 ${firstAt} 到期，${when}`;
  return (
    <section aria-label="自动清理">
      <h2>自动清理</h2>
      <ul>
        <li>{line('没有被使用的上传文件', loose, '到期后的下一次上传时删除')}</li>
        <li>{line('导入导出文件', jobs, '到期后的下一次导入或导出时删除')}</li>
      </ul>
      {next.length > 0 && (
        <Table
          size="small"
          rowKey="id"
          dataSource={[...next]}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: '文件名', dataIndex: 'name' },
            { title: '大小', dataIndex: 'bytes', align: 'right', render: sizeText },
            { title: '上传人', dataIndex: 'uploader' },
            { title: '到期时间', dataIndex: 'goesAt' },
          ]}
        />
      )}
    </section>
  );
}
