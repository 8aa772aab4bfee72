import { integer, money } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';
import { returnOrder } from './return-order.ts';

/** What a tenant decides about returns. */
export const returnSettings = defineSettings('aftersales:returnSettings', '售后设置', {
  path: '/aftersales/returnSettings',
  about: '退货等多久，报废和退款多大金额要他人审核',
  fields: {
    dueDays: integer('退回期限(天)', {
      required: true,
      min: 1,
      max: 365,
      hint: '审核通过后这么多天没有收到货，退货单过期',
    }),
    disposalLimit: money('单人处置上限', 'currency', {
      required: true,
      min: 0,
      max: 100_000_000,
      hint: '报废、捐赠、退供应商、错货的成本和认可退款合计超过这个金额，要由另一个人审核；自己审核自己登记的仅退款、换货也按它；本人调高的只对其他人生效',
    }),
  },
  defaults: { dueDays: 30, disposalLimit: 50_000n },
  stricter: { disposalLimit: 'lower' },
  hidden: { disposalLimit: { resource: returnOrder, field: 'disposalValue' } },
});

/** Who agreed to a disposal that one person may make alone. */
export const ALONE = '系统';
