import { checkAgainst, type CheckPart } from '#kit/model/check-rule.ts';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/writer.ts';
import { dayIn } from '#kit/model/time.ts';
import { checkRules } from '../model/check-rules.ts';
import { checkRule, fillParamFaults, readCheckParts, type fillRule, type FillKind } from '../model/code-rules.ts';
import { checkCalls, fillCalls } from '../model/routes/dictionary.ts';
import { limitCalls } from './attempts.ts';
import { peekValue, takeValues } from './fill-values.ts';
import { serialPreview } from './serial-numbers.ts';
import type { Services } from './services.ts';
import { refusedAs } from './wire.ts';

/** Longer values are no codes. */
const MOST_CHECKED = 1000;
/** One form fills in some three values, a sheet of lines some dozens. */
const MOST_AT_ONCE = 50;
/** Numbers, not calls. */
const FILLS_PER_MINUTE = 600;
const PREVIEWED = 3;

/** Checks and fills of codes (spec §7), for everybody who fills in a form; the rules are registers. */
export const codeRuleRoutes = ({ db }: Pick<Services, 'db'>): Route[] => {
  const limit = (userId: string | null, times = 1): Promise<void> =>
    limitCalls(db, { kind: 'lookup', subject: `fill ${userId ?? ''}`, times }, FILLS_PER_MINUTE);
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
      tx((one) => peekValue(one, { ruleCode, values: {}, zone })),
    ),
    implement(fillCalls.preview, ({ query: { ruleCode = '', ruleParams = '' }, actor, tx }) =>
      tx((one) => serialPreview(one, ruleParams, { ruleCode, day: dayIn(one.now, actor.zone) }, PREVIEWED)),
    ),
    implement(fillCalls.one, async (call) => {
      await limit(call.actor.userId);
      const request = { ruleCode: call.params.ruleCode, values: call.body, zone: call.actor.zone };
      const [made = ''] = await call.tx((tx) => takeValues(tx, [request]));
      return made;
    }),
    implement(fillCalls.many, async (call) => {
      const { rules, commonFormData } = call.body;
      if (!Array.isArray(rules) || rules.length > MOST_AT_ONCE)
        throw new Refusal('badBody', `rules 请给出至多 ${MOST_AT_ONCE} 条`, { status: 400 });
      await limit(call.actor.userId, rules.length);
      const common = recordOf(commonFormData);
      const requested = rules.map((one: unknown) => {
        const { ruleCode, formData } = recordOf(one);
        const values = { ...common, ...recordOf(formData) };
        return { ruleCode: String(ruleCode), values, zone: call.actor.zone };
      });
      const made = await call.tx((tx) => takeValues(tx, requested));
      return requested.map(({ ruleCode }, at) => ({ ruleCode, result: made[at] ?? '' }));
    }),
  ];
};

/** The tenant's own rule of a code, else the one that comes with the program. */
async function partsOf(tx: Tx, code: string): Promise<readonly CheckPart[]> {
  const [own] = await pick(tx, checkRule, ['parts'])`code = ${code}`;
  const parts = own ? readCheckParts(own.parts) : checkRules.find((one) => one.code === code)?.parts;
  if (!parts) throw new Refusal('unknownRule', '该编码不存在');
  if (typeof parts === 'string') throw new Refusal('badRule', parts);
  return parts;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...(value as Record<string, unknown>) } : {};

/** A rule that could not be carried out is not stored. */
export const checkRuleGuards: Guards<typeof checkRule> = {
  add: async (_tx, { parts }) => refuse('parts', partsFault(parts)),
  edit: async (_tx, _before, { parts }) => refuse('parts', partsFault(parts)),
};

export const fillRuleGuards: Guards<typeof fillRule> = {
  add: async (_tx, { kind, params }) => refuse('params', paramsFault(kind, params)),
  edit: async (_tx, before, { kind = before.kind, params = before.params }) =>
    refuse('params', paramsFault(kind, params)),
};

function partsFault(stored: unknown): string | null {
  const read = typeof stored === 'string' ? readCheckParts(stored) : null;
  return typeof read === 'string' ? read : null;
}

const paramsFault = (kind: unknown, stored: unknown): string | null =>
  typeof stored === 'string' ? fillParamFaults[kind as FillKind](stored) : null;

function refuse(field: string, message: string | null): void {
  if (message !== null) throw invalid([{ field, code: 'rule', message }]);
}
