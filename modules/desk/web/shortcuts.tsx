import {
  AuditOutlined,
  BarcodeOutlined,
  CarOutlined,
  DatabaseOutlined,
  LinkOutlined,
  PlusOutlined,
  SendOutlined,
  ShopOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { usePage, usePermissions } from '#kit/web/index.ts';

interface Shortcut {
  title: string;
  path: string;
  icon: ComponentType;
  /** Rights that go with the work it is for: all of them are needed. */
  rights: readonly string[];
}

/** What somebody opens many times a day without anything waiting there, the own work first. */
const SHORTCUTS: readonly Shortcut[] = [
  {
    title: '新增订单',
    path: '/orders/new',
    icon: PlusOutlined,
    rights: ['orders:salesOrder:add'],
  },
  { title: '扫码', path: '/scan', icon: BarcodeOutlined, rights: ['fulfilment:shipment:pack'] },
  {
    title: '发货单',
    path: '/orders/shipment',
    icon: CarOutlined,
    rights: ['fulfilment:shipment:list', 'fulfilment:shipment:pack'],
  },
  {
    title: '店铺账号',
    path: '/channel/wf/account',
    icon: ShopOutlined,
    rights: ['base:channelAccount:list', 'channels:account:pull'],
  },
  {
    title: '渠道产品',
    path: '/channel/wf/product',
    icon: LinkOutlined,
    rights: ['channels:channelProduct:list', 'channels:channelProduct:add'],
  },
  {
    title: '调整单',
    path: '/base/adjustment',
    icon: SwapOutlined,
    rights: ['inventory:stockAdjustment:list', 'inventory:stockAdjustment:add'],
  },
  {
    title: '已发货',
    path: '/orders/shipped',
    icon: SendOutlined,
    rights: ['orders:salesOrder:list', 'field:profit:view'],
  },
  {
    title: '对账',
    path: '/reconciliation',
    icon: AuditOutlined,
    rights: ['desk:reconciliation:list', 'field:cost:view'],
  },
  {
    title: '库存',
    path: '/base/inventory',
    icon: DatabaseOutlined,
    rights: ['inventory:stockPlace:list'],
  },
];

const MOST = 5;

/** 常用: pages of one's own work, one click away. */
export function Shortcuts(): ReactNode {
  const page = usePage();
  const may = usePermissions();
  const own = SHORTCUTS.filter(({ rights }) => rights.every((right) => may(right))).slice(0, MOST);
  if (own.length === 0) return null;
  return (
    <nav className="dk-shortcuts" aria-label="常用">
      {own.map(({ title, path, icon: Icon }) => (
        <Button
          key={path}
          href={path}
          icon={<Icon />}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            page.open(path);
          }}
        >
          {title}
        </Button>
      ))}
    </nav>
  );
}
