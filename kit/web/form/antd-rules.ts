import type { FormRule } from '#kit/model/form-rules.ts';

/** A rule as an antd form takes it. */
interface AntdRule {
  validator: (rule: unknown, value: unknown) => Promise<void>;
  validateTrigger: string[];
}

/** Rules of the model for the `rules` of an antd Form.Item, with `validateFirst`. */
export const antdRules = (...rules: readonly FormRule[]): AntdRule[] =>
  rules.map(({ judge, on }) => ({
    validateTrigger: on === 'change' ? ['onChange'] : ['onChange', 'onBlur'],
    validator(_, value) {
      const message = judge(value);
      return message === null ? Promise.resolve() : Promise.reject(new Error(message));
    },
  }));
