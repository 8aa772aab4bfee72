import { checkAgainst, type CheckPart } from '#kit/model/check-rule.ts';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/writer.ts';
import { checkRules } from '../model/check-rules.ts';
import { checkRule, readCheckParts, readSerialParams, type fillRule } from '../model/code-rules.ts';
import { checkCalls, fillCalls } from '../model/routes/dictionary.ts';
import { limitCalls } from './attempts.ts';
import { nextSerial, peekSerial } from './serial-numbers.ts';
import type { Services } from './services.ts';
import { refusedAs } from './wire.ts';

/** Longer values are no codes. */
const MOST_CHECKED = 1000;
/** One form fills in some three values, a sheet of lines some dozens. */
const MOST_AT_ONCE = 50;
const FILLS_PER_MINUTE = 600;

/** Checks and fills of codes (spec §7), for everybody who fills in a form; the rules are registers. */
export const codeRuleRoutes = ({ db }: Pick<Services, 'db'>): Route[] => {
  const limit = (userId: string | null): Promise<void> =>
    limitCalls(db, { kind: 'lookup', subject: `fill ${userId ?? ''}` }, FILLS_PER_MINUTE);
  return [
    implement(checkCalls.byRule, async (call) => {
      const { ruleCode = '', value = '' } = call.query;
      const parts = await call.tx((tx) => partsOf(tx, ruleCode));
      if (value.length > MOST_CHECKED)
        throw new Refusal('tooLong', `校验值不能超过${MOST_CHECKED}个字符`, { status: 400 });
      const fault = checkAgainst(parts, value);
      return fault ? refusedAs(500, fault.message, fault) : answer('校验通过');
    }),
    implement(fillCalls.test, ({ query: { ruleCode = '' }, actor: { zone }, tx }) =>
      tx((one) => peekSerial(one, { ruleCode, values: {}, zone })),
    ),
    implement(fillCalls.one, async (call) => {
      await limit(call.actor.userId);
      const asked = { ruleCode: call.params.ruleCode, values: call.body, zone: call.actor.zone };
      return call.tx((tx) => nextSerial(tx, asked));
    }),
    implement(fillCalls.many, async (call) => {
      const { rules, commonFormData } = call.body;
      if (!Array.isArray(rules) || rules.length > MOST_AT_ONCE)
        throw new Refusal('badBody', `rules 请给出至多 ${MOST_AT_ONCE} 条`, { status: 400 });
      await limit(call.actor.userId);
      const common = recordOf(commonFormData);
      return call.tx(async (tx) => {
        const made: { ruleCode: string; result: string }[] = [];
        for (const one of rules) {
          const { ruleCode, formData } = recordOf(one);
          const values = { ...common, ...recordOf(formData) };
          const asked = { ruleCode: String(ruleCode), values, zone: call.actor.zone };
          made.push({ ruleCode: asked.ruleCode, result: await nextSerial(tx, asked) });
        }
        return made;
      });
    }),
  ];
};

/** The tenant's own rule of a code, else the one that comes with the program. */
async function partsOf(tx: Tx, code: string): Promise<readonly CheckPart[]> {
  const [own] = await pick(tx, checkRule, ['parts'])`code = ${code}`;
  const parts = own
    ? readCheckParts(own.parts)
    : checkRules.find((one) => one.code === code)?.parts;
  if (!parts) throw new Refusal('unknownRule', '该编码不存在');
  if (typeof parts === 'string') throw new Refusal('badRule', parts);
  return parts;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...(value as Record<string, unknown>) }
    : {};

/** A rule that could not be carried out is not stored. */
export const checkRuleGuards: Guards<typeof checkRule> = {
  add: async (_tx, values) => refuse('parts', readCheckParts, values.parts),
  edit: async (_tx, _before, values) => refuse('parts', readCheckParts, values.parts),
};

export const fillRuleGuards: Guards<typeof fillRule> = {
  add: async (_tx, values) => refuse('params', readSerialParams, values.params),
  edit: async (_tx, _before, values) => refuse('params', readSerialParams, values.params),
};

function refuse(field: string, read: (stored: string) => unknown, value: unknown): void {
  if (typeof value !== 'string') return;
  const fault = read(value);
  if (typeof fault === 'string') throw invalid([{ field, code: 'rule', message: fault }]);
}
