import { integer, text } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';
import { MOST_PRINTED } from './routes.ts';

/** What a tenant decides about picking and handing over; the cut-off is `HH:mm` in the zone of each warehouse. */
export const fulfilmentSettings = defineSettings('fulfilment:settings', '发货设置', {
  path: '/fulfilment/settings',
  about: '波次多大，每天几点前要交给承运商',
  fields: {
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
  },
  defaults: { mostPerWave: 50, cartSlots: 12, cutoff: '17:00' },
  layout: [['mostPerWave', 'cartSlots'], ['cutoff']],
});

/** Whether a text is a time of the day. */
export const isDayTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
