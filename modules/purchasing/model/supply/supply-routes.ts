import { defineOwnWork, defineTenantWork } from '#kit/model/clock-work.ts';
import { link } from '#kit/model/field.ts';
import { defineJob } from '#kit/model/job.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { SupplyDifference } from './supplier-product.ts';

/** An interface that feeds can be read by, and its simulated account where there is one. */
export interface SupplierConnectorInfo {
  code: string;
  title: string;
  apiUrl: string;
  practice: { apiUrl: string; clientId: string; clientSecret: string } | null;
}

export const supplierConnectorsRoute = defineRoute({
  method: 'GET',
  path: '/purchasing/supplierConnectors',
  access: { permission: 'purchasing:supplyFeed:list' },
  summary: '可选供货接口',
  result: shape<SupplierConnectorInfo[]>(),
});

export const testSupplyFeedRoute = defineRoute({
  method: 'POST',
  path: '/purchasing/supplyFeed/:id/test',
  access: { permission: 'purchasing:supplyFeed:edit' },
  summary: '测试供货源连接',
  result: shape<{ ok: boolean; message: string }>(),
});

export const runSupplyFeedRoute = defineRoute({
  method: 'POST',
  path: '/purchasing/supplyFeed/:id/run',
  access: { permission: 'purchasing:supplyFeed:run' },
  summary: '供货源：立即拉取',
  result: shape<{ runId: string; isNew: boolean }>(),
});

export const supplyDifferencesRoute = defineRoute({
  method: 'GET',
  path: '/purchasing/supplierProduct/:id/differences',
  access: { permission: 'purchasing:supplierProduct:list' },
  summary: '供货产品：查看差异',
  result: shape<{ differences: SupplyDifference[] }>(),
});

/** Reads a feed and takes what it says. */
export const readSupplyJob = defineJob<{ feedId: string; runId: string }>('purchasing.readSupply', '拉取供货源', {
  isPeriodic: true,
});

export const readDueSuppliesWork = defineOwnWork(
  'purchasing.readDueSupplies',
  '每天拉取供货源',
  '到了供货源设置的钟点，读取它的产品、价格和库存。',
);

/** Beside the hour of the feed: at hours that somebody chose. */
export const readSupplyWork = defineTenantWork('purchasing.readSupply', '拉取供货源', {
  about: '到点拉取一个供货源，不受它自己的钟点影响。',
  fields: { feedId: link('供货源', 'purchasing:supplyFeed', { required: true }) },
  right: 'purchasing:supplyFeed:run',
});
