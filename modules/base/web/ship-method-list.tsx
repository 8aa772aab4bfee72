import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ListPage, usePage, usePermission } from '#kit/web/index.ts';
import { shipMethod } from '../model/ship-method.ts';

/** 物流渠道; from here to what each of them would cost, and to what channels call them. */
export function ShipMethodList(): ReactNode {
  const page = usePage();
  const mayCodes = usePermission('base:shipMethodCode:list');
  return (
    <ListPage
      of={shipMethod}
      toolbar={() => <Button onClick={() => page.open('/base/ship-quote')}>运费试算</Button>}
      rowActions={({ id }) =>
        mayCodes
          ? [
              {
                key: 'codes',
                title: '渠道映射',
                isRare: true,
                onClick: () => page.open(`/channel/wf/ship-code?shipMethodId=${id}`),
              },
            ]
          : []
      }
    />
  );
}
