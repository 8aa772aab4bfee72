import { integer, money } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** What a tenant decides about returns. */
export const returnSettings = {
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
};

/** As the module reads them: amounts in minor units of the base currency. */
export interface ReturnSettings {
  dueDays: number;
  disposalLimit: bigint;
}

/** What holds for a tenant that has decided nothing. */
export const RETURN_DEFAULTS: ReturnSettings = { dueDays: 30, disposalLimit: 50_000n };

/** Who agreed to a disposal that one person may make alone. */
export const ALONE = '系统';

/** Settings as the wire has them; what is hidden from the reader is not there. */
export interface WireReturnSettings {
  dueDays: number;
  disposalLimit?: string;
  currency: string;
  version: number;
}

export const readReturnSettings = defineRoute({
  method: 'GET',
  path: '/aftersales/returnSettings',
  access: { permission: 'aftersales:returnSettings:list' },
  summary: '售后设置：查看',
  result: shape<WireReturnSettings>(),
});

export const saveReturnSettings = defineRoute({
  method: 'PUT',
  path: '/aftersales/returnSettings',
  access: { permission: 'aftersales:returnSettings:edit' },
  summary: '售后设置：编辑',
  body: shape<Record<string, unknown>>(returnSettings),
  result: shape<WireReturnSettings>(),
});
