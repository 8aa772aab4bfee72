import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Empty, List, Space } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, callRoute, keyOf, useIsMobile } from '#kit/web/index.ts';
import { dict } from '../model/dict.ts';
import { dictAdminCalls, type DeletedDict } from '../model/routes/dict-admin.ts';
import { act } from './act.ts';

/** 回收站: deleted dictionaries, to be brought back or removed for good. */
export function DictBin({ onClose }: { onClose: () => void }): ReactNode {
  const isMobile = useIsMobile();
  const bin = useQuery({
    queryKey: [...keyOf(dict), 'bin'],
    queryFn: () => fetchRoute(dictAdminCalls.deleted),
  });
  return (
    <Drawer open title="数据字典回收站" size={isMobile ? '100%' : 640} onClose={onClose}>
      <List
        loading={bin.isPending}
        dataSource={bin.data ?? []}
        locale={{ emptyText: <Empty description="回收站是空的，删除的字典会放在这里" /> }}
        renderItem={(row) => (
          <List.Item
            actions={[
              <Button key="back" type="link" onClick={() => void restore(row)}>
                还原
              </Button>,
              <Button key="erase" type="link" danger onClick={() => void erase(row)}>
                彻底删除
              </Button>,
            ]}
          >
            <List.Item.Meta
              title={<Space wrap>{row.dictName}</Space>}
              description={[row.dictCode, row.description].filter(Boolean).join(' · ')}
            />
          </List.Item>
        )}
      />
    </Drawer>
  );
}

const restore = (row: DeletedDict): Promise<boolean> =>
  act(
    { title: `还原“${row.dictName}”？`, content: '它的字典项重新提供。', okText: '还原' },
    () => callRoute(dictAdminCalls.restore, { params: { id: row.id } }),
    dict,
  );

const erase = (row: DeletedDict): Promise<boolean> =>
  act(
    {
      title: `彻底删除“${row.dictName}”？`,
      content: '它的全部字典项一并删除，不能恢复。',
      okText: '彻底删除',
      danger: true,
    },
    () => callRoute(dictAdminCalls.erase, { params: { id: row.id } }),
    dict,
  );
