import { checkAgainst } from '#kit/model/check-rule.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { checkRules } from '../model/check-rules.ts';
import { checkCalls } from '../model/routes/dictionary.ts';
import { refusedAs } from './wire.ts';

/** Longer values are no codes. */
const MOST_CHECKED = 1000;

/** The check of codes by a rule (spec §7), for everybody who fills in a form. */
export const checkRuleRoutes = (): Route[] => [
  implement(checkCalls.byRule, async ({ query: { ruleCode = '', value = '' } }) => {
    const rule = checkRules.find(({ code }) => code === ruleCode);
    if (!rule) throw new Refusal('unknownRule', '该编码不存在');
    if (value.length > MOST_CHECKED)
      throw new Refusal('tooLong', `校验值不能超过${MOST_CHECKED}个字符`, { status: 400 });
    const fault = checkAgainst(rule.parts, value);
    return fault ? refusedAs(500, fault.message, fault) : answer('校验通过');
  }),
];
