import type { FieldDef, FormValues } from '#modules/base/model/forms/field-def.ts';

/** The form of a category as its products meet it: its own, or one of a category above. */
export interface AttributeForm {
  formId: string;
  formVersion: number;
  /** The category that asks for it. */
  category: string;
  fields: readonly FieldDef[];
}

/** The fields of all forms, those of the categories above first. */
export const attributeFields = (forms: readonly AttributeForm[]): FieldDef[] => forms.flatMap(({ fields }) => fields);

/** Reads a stored or sent text. @returns null where it is none of attributes */
export function readAttributes(text: unknown): FormValues | null {
  if (text === null || text === undefined || text === '') return {};
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValues) : null;
  } catch {
    return null;
  }
}
