/** What a plan may bound, and how it is spoken of. */
export const QUOTAS = {
  users: { title: '用户数', unit: '' },
  shops: { title: '店铺数', unit: '' },
  skus: { title: 'SKU 数', unit: '' },
  orders: { title: '本月订单数', unit: '' },
  storage: { title: '存储空间', unit: 'MB' },
} as const;

export type Quota = keyof typeof QUOTAS;

/** A bound and how much of it is taken; null: there is no bound. */
export interface QuotaUse {
  quota: Quota;
  used: number;
  most: number | null;
}

/** What is said where one more would be beyond a bound. */
export const overQuota = (quota: Quota, used: number, most: number): string => {
  const { title, unit } = QUOTAS[quota];
  return `${title}已达套餐上限（${used}${unit}/${most}${unit}），请升级套餐或联系平台`;
};
