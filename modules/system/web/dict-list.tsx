import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchRoute,
  callRoute,
  storeDicts,
  ListPage,
  ResourceForm,
  toast,
  toastError,
  usePermission,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { dict } from '../model/dict.ts';
import { dictCalls } from '../model/routes/dictionary.ts';
import { DictBin } from './dict-bin.tsx';
import { DictImport } from './dict-import.tsx';
import { DictItems } from './dict-items.tsx';

type Dict = WireRow<typeof dict>;

/** 数据字典: what forms offer, those of the program and the tenant's own. */
export function DictList(): ReactNode {
  const [opened, setOpened] = useState<Dict | null>(null);
  const [aside, setAside] = useState<'bin' | 'import' | null>(null);
  const mayAdd = usePermission('system:dict:add');
  const mayDelete = usePermission('system:dict:delete');
  const keepsPlatform = usePermission('platform:dict:edit');
  return (
    <>
      <ListPage
        of={dict}
        form={DictForm}
        onOpen={setOpened}
        lacks={({ origin }) => (origin === 'own' || (origin === 'platform' && keepsPlatform) ? [] : ['edit', 'delete'])}
        deletion={() => '它的字典项不再提供；可在回收站中还原。'}
        rowActions={(row) => [{ key: 'items', title: '字典项', onClick: () => setOpened(row) }]}
        toolbar={() => (
          <>
            {mayAdd && <Button onClick={() => setAside('import')}>导入</Button>}
            {mayDelete && <Button onClick={() => setAside('bin')}>回收站</Button>}
            <Button onClick={() => void refreshCache()}>刷新缓存</Button>
          </>
        )}
        columns={[
          { key: 'name', width: 200 },
          { key: 'code', width: 180 },
          { key: 'origin', width: 90 },
          { key: 'itemCount', width: 100, sortable: false },
          { key: 'description', width: 300 },
          'createTime',
        ]}
      />
      {opened && <DictItems dict={opened} onClose={() => setOpened(null)} />}
      {aside === 'bin' && <DictBin onClose={() => setAside(null)} />}
      {aside === 'import' && <DictImport onClose={() => setAside(null)} />}
    </>
  );
}

/** All nodes reload dictionaries, and so does this browser. */
async function refreshCache(): Promise<void> {
  try {
    const { message } = await callRoute(dictCalls.refresh);
    storeDicts(await fetchRoute(dictCalls.all, { isCacheable: true }));
    toast.done(message);
  } catch (error) {
    toastError(error);
  }
}

/** Whoever keeps those of the platform says whose a new one is. */
function DictForm(props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode {
  const keepsPlatform = usePermission('platform:dict:edit');
  const layout = keepsPlatform && props.id === undefined ? [['name', 'code'], ['origin'], ['description']] : undefined;
  return <ResourceForm {...props} of={dict} layout={layout} />;
}
