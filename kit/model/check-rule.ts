import { linearPattern } from './linear-pattern.ts';

/** One part of a rule for codes: `*` is held against the whole value, a number takes the next signs. */
export interface CheckPart {
  digits: number | '*';
  /** Regular expression that the part matches from end to end. */
  pattern: string;
  message: string;
}

/** 编码校验规则: what a code must look like, under a code of its own (spec §5 "number-check"). */
export interface CheckRule {
  code: string;
  name: string;
  parts: readonly CheckPart[];
}

/** The first part that a value failed, with the signs it looked at (contract §3.3). */
export interface CheckFault extends CheckPart {
  beginIndex: number;
  endIndex: number;
  checkValue: string;
  passed: false;
}

/**
 * Holds a value against a rule, part by part in their order. A blank value passes. A pattern that
 * cannot be judged in linear time fails, rather than pass everything.
 */
export function checkAgainst(parts: readonly CheckPart[], value: string): CheckFault | null {
  if (value.trim() === '') return null;
  const signs = [...value];
  let next = 0;
  for (const part of parts) {
    const beginIndex = part.digits === '*' ? 0 : next;
    const endIndex = part.digits === '*' ? signs.length : next + part.digits;
    const checkValue = signs.slice(beginIndex, endIndex).join('');
    const isShort = endIndex > signs.length;
    if (isShort || !linearPattern(`^(?:${part.pattern})$`)?.(checkValue))
      return { ...part, beginIndex, endIndex, checkValue, passed: false };
    if (part.digits !== '*') next = endIndex;
  }
  return null;
}
