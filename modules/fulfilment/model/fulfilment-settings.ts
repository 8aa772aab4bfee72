import { integer, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import { MOST_PRINTED } from './routes.ts';

/** What a tenant decides about picking and handing over. */
export const fulfilmentSettings = {
  mostPerWave: integer('每个波次最多发货单', {
    required: true,
    min: 1,
    max: MOST_PRINTED,
    hint: '超过就分成几个波次',
  }),
  cartSlots: integer('拣货车格数', {
    required: true,
    min: 1,
    max: 60,
    hint: '边拣边分的波次每张发货单占一格',
  }),
  cutoff: text('交接截单时间', {
    required: true,
    max: 5,
    hint: '仓库当地时间，如 17:00；过时未交接的进待办',
  }),
};

export interface FulfilmentSettings {
  mostPerWave: number;
  cartSlots: number;
  /** `HH:mm` in the zone of each warehouse. */
  cutoff: string;
}

export const FULFILMENT_DEFAULTS: FulfilmentSettings = {
  mostPerWave: 50,
  cartSlots: 12,
  cutoff: '17:00',
};

/** Whether a text is a time of the day. */
export const isDayTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

export type StoredSettings = FulfilmentSettings & { version: number };

export const readFulfilmentSettings = defineRoute({
  method: 'GET',
  path: '/fulfilment/settings',
  access: { permission: 'fulfilment:settings:list' },
  summary: '发货设置：查看',
  result: shape<StoredSettings>(),
});

export const saveFulfilmentSettings = defineRoute({
  method: 'PUT',
  path: '/fulfilment/settings',
  access: { permission: 'fulfilment:settings:edit' },
  summary: '发货设置：编辑',
  body: shape<Record<string, unknown>>(fulfilmentSettings),
  result: shape<StoredSettings>(),
});
