import type { CellHandler } from '#kit/model/cell-rule.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { isBlank } from '#ui/cells/faces.ts';
import { kitServices } from '../services.ts';

/**
 * Holds a value against a rule of the server by its code (spec §5 "number-check"): not asked without
 * a code or a value.
 * @returns what is wrong with it in Chinese, or null; @throws when the server could not say
 */
export async function checkByCode(ruleCode: string, value: unknown): Promise<string | null> {
  const text = String(value ?? '').trim();
  if (ruleCode === '' || text === '') return null;
  try {
    await kitServices.get().checkByRule(ruleCode, text);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 200) return error.message;
    throw error;
  }
}

/** The same as a rule of an antd Form.Item that is judged when its input is left. */
export const codeRule = (ruleCode: string) => ({
  validateTrigger: 'onBlur',
  async validator(_: unknown, value: unknown): Promise<void> {
    const fault = await checkByCode(ruleCode, value);
    if (fault !== null) throw new Error(fault);
  },
});

/** The same as the handler of a rule of the grid. */
export const codeHandler =
  (ruleCode: string): CellHandler =>
  async ({ value }, callback) => {
    if (isBlank(value)) return callback(true);
    const fault = await checkByCode(ruleCode, value);
    callback(fault === null, fault ?? undefined);
  };
