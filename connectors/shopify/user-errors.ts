import { objectOf, textOf, type WireObject } from '../shared/wire-values.ts';

export interface UserError {
  /** Index of the row that it names; null where it names none. */
  row: number | null;
  code: string | null;
  message: string;
}

/** What a mutation refuses, each with the row of the input that its field path names. */
export function userErrorsOf(result: WireObject): UserError[] {
  const errors = Array.isArray(result['userErrors']) ? result['userErrors'] : [];
  return errors
    .filter((error) => error !== null)
    .map((error) => {
      const { field, code, message } = objectOf(error);
      const step = Array.isArray(field) ? field.map(String).find((one) => /^\d+$/.test(one)) : undefined;
      return {
        row: step === undefined ? null : Number(step),
        code: textOf(code),
        message: textOf(message) ?? '渠道未说明原因',
      };
    });
}

/** All that is refused as one text; null where nothing is. */
export function refusalOf(result: WireObject): string | null {
  const errors = userErrorsOf(result);
  return errors.length === 0
    ? null
    : errors
        .map(({ message }) => message)
        .join('；')
        .slice(0, 500);
}
