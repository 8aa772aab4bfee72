import { defineRoute, shape } from '#kit/model/route.ts';
import type { FieldDef } from './field-def.ts';

/** A form that may be filled in, or that was. */
export interface FillableForm {
  id: string;
  code: string;
  name: string;
  note: string | null;
  /** Nobody fills it in any more; its records are still read. */
  isArchived: boolean;
  formVersion: number;
  /** Records that the reader sees. */
  records: number;
}

/** A version with its fields. */
export interface FormEdition {
  formVersion: number;
  fields: FieldDef[];
}

/** A form with all its versions, the latest first. */
export interface FormWithEditions {
  id: string;
  code: string;
  name: string;
  status: string;
  formVersion: number;
  editions: FormEdition[];
}

/** Which forms there are to be filled in, and those of which there are records. */
export const fillableFormsRoute = defineRoute({
  method: 'GET',
  path: '/base/formRecord/forms',
  access: { permission: 'base:formRecord:list' },
  summary: '表单记录：可填写的表单',
  result: shape<FillableForm[]>(),
});

/** A form as its records are listed and filled in. */
export const formOfRecordsRoute = defineRoute({
  method: 'GET',
  path: '/base/formRecord/form',
  access: { permission: 'base:formRecord:list' },
  summary: '表单记录：一张表单的各版本字段',
  query: shape<{ code: string }>(),
  result: shape<FormWithEditions>(),
});
