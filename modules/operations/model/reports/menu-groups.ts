/** Groups of the menu below which a report of a tenant may stand, by path. */
export const MENU_GROUPS: Readonly<Record<string, string>> = {
  '/online': '报表',
  '/orders': '订单',
  '/aftersales': '售后',
  '/goods': '产品管理',
  '/stock': '库存管理',
  '/logistics': '仓储物流',
  '/purchase': '采购',
  '/finance': '财务',
  '/work': '任务与对账',
};

export const isMenuGroup = (path: string): boolean => Object.hasOwn(MENU_GROUPS, path);
