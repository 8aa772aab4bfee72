import type { RouteSpecs } from '#kit/web/index.ts';

export { FormInputs, ValueFacts } from './forms/lazy-forms.ts';
export { supplierStanding } from './supplier-slots.ts';

/** Pages that no menu entry names. */
export const routes: RouteSpecs = {
  'base/FormDesign': { path: '/base/form-design/:id', title: '设计表单' },
  'base/FormRecords': { path: '/base/form-record/:code', title: '表单记录' },
};
