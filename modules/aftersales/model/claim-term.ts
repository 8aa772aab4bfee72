import { choice, integer, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { claimParty, type ClaimParty } from './claim.ts';

/** Days of a party: to hand in a claim, to answer it, and before either that we are reminded. */
export interface ClaimDays {
  fileDays: number;
  answerDays: number;
  remindDays: number;
}

/** Where nothing is registered for a party. */
export const CLAIM_DAYS: Readonly<Record<ClaimParty, ClaimDays>> = {
  carrier: { fileDays: 60, answerDays: 30, remindDays: 7 },
  supplier: { fileDays: 30, answerDays: 15, remindDays: 5 },
};

/** 索赔时限: how long a carrier or supplier takes claims; without its name, all of its kind. */
export const claimTerm = defineRegister({
  module: 'aftersales',
  name: 'claimTerm',
  title: '索赔时限',
  empty: '没有登记时，承运商 60 天内提交、30 天内答复，供应商 30 天内提交、15 天内答复。',
  fields: {
    party: choice('索赔对象', claimParty, { required: true }),
    carrierCode: text('承运商代码', { max: 32, hint: '留空适用于全部承运商' }),
    supplierId: link('供应商', 'base:supplier', { hint: '留空适用于全部供应商' }),
    fileDays: integer('提交时限(天)', { required: true, min: 1, max: 730, default: 60 }),
    answerDays: integer('答复时限(天)', { required: true, min: 1, max: 365, default: 30 }),
    remindDays: integer('提前提醒(天)', { required: true, min: 0, max: 90, default: 7 }),
    remark: text('备注', { max: 255 }),
  },
  label: 'id',
  list: ['party', 'carrierCode', 'supplierId', 'fileDays', 'answerDays', 'remindDays', 'remark', 'updateTime'],
  search: ['party', 'carrierCode', 'supplierId'],
  form: [['party'], ['carrierCode', 'supplierId'], ['fileDays', 'answerDays'], ['remindDays', 'remark']],
});
