import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { MOST_FORM_FIELDS } from './field-def-faults.ts';

export const formPublished = () => new Refusal('base.formPublished', '发布过的表单不能删除，可以归档');

export const formArchived = () => new Refusal('base.formArchived', '表单已归档，请先恢复');

export const formTypeFixed = () =>
  invalid([{ field: 'entityType', code: 'base.formTypeFixed', message: '发布过的表单不能改类型' }]);

export const formEmpty = () => new Refusal('base.formEmpty', '还没有可填写的字段，请先设计', { status: 422 });

export const formUnchanged = () => new Refusal('base.formUnchanged', '和最新版本一样，不用再发布');

export const notFillable = (p: { status: string }) =>
  invalid([
    {
      field: 'formId',
      code: 'base.formClosed',
      message: p.status === 'archived' ? '表单已归档，不能填写' : '表单还没有发布，不能填写',
    },
  ]);

export const notCustom = () =>
  invalid([{ field: 'formId', code: 'base.formNotCustom', message: '只有自定义表单在这里填写' }]);

export const recordOfOther = () =>
  invalid([{ field: 'formId', code: 'base.recordOfOther', message: '记录不能改到另一张表单' }]);

/** Keys that no field has, the first few of them by name. */
export const unknownKeysFaults = (keys: readonly string[]): FieldError[] =>
  keys.slice(0, 5).map((key) => ({
    field: 'values',
    code: 'unknown',
    message: `表单里没有字段“${key.slice(0, 40)}”`,
  }));

export const valuesWrong = () =>
  invalid([
    {
      field: 'values',
      code: 'base.formValues',
      message: `内容须为一个对象，最多 ${MOST_FORM_FIELDS} 个字段`,
    },
  ]);
