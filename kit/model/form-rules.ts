/**
 * Rules of a form that are made to measure (spec §5 "Builders"), beside the named ones of
 * rules.ts. Pure: an antd form takes them through kit/web/form/antd-rules.ts.
 */
import { rules, type RuleName } from './rules.ts';

export interface FormRule {
  /** The Chinese message, or null. */
  judge(value: unknown): string | null;
  /** A choice is judged when it changes, what is typed when it is left as well. */
  on: 'change' | 'input';
}

interface Bounds {
  min?: number;
  max?: number;
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

/** Must be filled in, and no shorter or longer than given. */
export const requiredText = (message: string, { min, max }: Bounds = {}): FormRule => ({
  on: 'input',
  judge(value) {
    const text = textOf(value);
    if (text === '') return message;
    if (min !== undefined && text.length < min) return `最小长度${min}位字符`;
    return max !== undefined && text.length > max ? `最大长度${max}位字符` : null;
  },
});

/** A choice must be made. */
export const requiredChoice = (message: string): FormRule => ({
  on: 'change',
  judge: (value) => ((Array.isArray(value) ? value.length === 0 : textOf(value) === '') ? message : null),
});

/** So many of a list must be ticked; anything but a list counts as none. */
export const tickedChoices = ({ min, max }: Bounds): FormRule => ({
  on: 'change',
  judge(value) {
    const count = Array.isArray(value) ? value.length : 0;
    if (min !== undefined && count < min) return `最少选择${min}项`;
    return max !== undefined && count > max ? `最多选择${max}项` : null;
  },
});

/** A named rule; what is empty passes. */
export const namedRule = (name: RuleName): FormRule => ({
  on: 'input',
  judge(value) {
    const text = textOf(value);
    return text === '' ? null : rules[name](text);
  },
});
