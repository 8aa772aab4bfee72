import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ListPage, usePage, usePermission, type Row, type RowAction } from '#kit/web/index.ts';
import { shipMethod } from '../model/ship-method.ts';

/** 物流渠道; from here to what each of them would cost, and to what channels call them. */
export function ShipMethodList(): ReactNode {
  const page = usePage();
  const mayCodes = usePermission('base:shipMethodCode:list');
  const quote = (): void => page.open('/base/ship-quote');
  const leads = ({ id }: Row): RowAction[] => [
    { key: 'quote', title: '运费试算', isRare: true, onClick: quote },
    ...(mayCodes
      ? [
          {
            key: 'codes',
            title: '渠道映射',
            isRare: true,
            onClick: () => page.open(`/channel/wf/ship-code?shipMethodId=${id}`),
          },
        ]
      : []),
  ];
  return <ListPage of={shipMethod} toolbar={() => <Button onClick={quote}>运费试算</Button>} rowActions={leads} />;
}
