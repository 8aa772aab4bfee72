import {
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  CarOutlined,
  CloudOutlined,
  ClusterOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DollarOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  RollbackOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
  TagsOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

/** Icon names a menu may use; any other shows the plain square. */
const ICONS: Readonly<Record<string, ComponentType<{ 'aria-hidden': true }>>> = {
  home: HomeOutlined,
  dashboard: DashboardOutlined,
  'shopping-cart': ShoppingCartOutlined,
  shopping: ShoppingOutlined,
  rollback: RollbackOutlined,
  car: CarOutlined,
  cloud: CloudOutlined,
  inbox: InboxOutlined,
  database: DatabaseOutlined,
  tags: TagsOutlined,
  shop: ShopOutlined,
  dollar: DollarOutlined,
  wallet: WalletOutlined,
  'file-text': FileTextOutlined,
  audit: AuditOutlined,
  'bar-chart': BarChartOutlined,
  team: TeamOutlined,
  setting: SettingOutlined,
  tool: ToolOutlined,
  cluster: ClusterOutlined,
  thunderbolt: ThunderboltOutlined,
};

/** Names that a menu may choose its icon by. */
export const MENU_ICONS: readonly string[] = Object.keys(ICONS);

/** The icon of an entry. It says nothing that the title does not. */
export function menuIcon(name: string | null | undefined): ReactNode {
  const Icon = ICONS[name ?? ''] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
