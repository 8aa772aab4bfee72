import { itemsOf } from '#kit/model/dict.ts';
import { OPERATORS } from '#kit/model/query-language.ts';
import { alsoBy, answer, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { sql } from '#kit/server/sql.ts';
import { dataRuleCalls, type RuledField } from '../../model/routes/data-rules.ts';
import type { Services } from '../services.ts';
import { refusedAs } from '../wire.ts';
import { ruledFields } from './rule-faults.ts';
import { asRuled, pageOf, ruledPage, ruleIdsIn } from './ruled-page.ts';
import { rulesOfRole, setRulesOfRole } from './rules-of-role.ts';
import { addRule, deleteRule, editRule, lockRule, readRules, type RuledPage } from './stored-rules.ts';

/** Data rules of pages, and which of them roles carry. */
export function dataRuleRoutes(services: Services): Route[] {
  const { sessions } = services;
  const at = (tenant: number, id: unknown) => ruledPage(services, tenant, id);
  return [
    ...readingRoutes(services),
    implement(dataRuleCalls.add, async (call) => {
      const page = await at(call.actor.tenant, call.body.permissionId);
      await call.tx((tx) => addRule(tx, page, call.body));
      return answer('添加成功！');
    }),
    ...alsoBy(
      'POST',
      implement(dataRuleCalls.edit, async (call) => {
        const id = idOf(call.body.id);
        await call.tx(async (tx) => {
          const before = await lockRule(tx, id);
          const page = await at(tx.tenant, before.permissionId);
          await editRule(tx, sessions, page, before, call.body);
        });
        return answer('更新成功！');
      }),
    ),
    implement(dataRuleCalls.remove, async (call) => {
      const id = idOf(call.query.id);
      await call.tx(async (tx) => {
        const before = await lockRule(tx, id);
        await deleteRule(tx, await at(tx.tenant, before.permissionId), before);
      });
      return answer('删除成功！');
    }),
    implement(dataRuleCalls.setOfRole, async (call) => {
      const { page } = await at(call.actor.tenant, call.body.permissionId);
      const ruleIds = ruleIdsIn(call.body.dataRuleIds);
      const roleId = idOf(call.body.roleId);
      await call.tx((tx) => setRulesOfRole(tx, sessions, { roleId, page, ruleIds }));
      return answer('保存成功!');
    }),
  ];
}

function readingRoutes(services: Services): Route[] {
  const at = (tenant: number, id: unknown) => ruledPage(services, tenant, id);
  return [
    implement(dataRuleCalls.ofPage, async (call) => {
      const found = await pageOf(services, call.actor.tenant, call.query.permissionId);
      const page = asRuled(services, found);
      if (!page) return [];
      return call.tx((tx) => readRules(tx, page, [sql`r.permission_id = ${page.page.id}`]));
    }),
    implement(dataRuleCalls.search, async (call) => {
      const page = await at(call.actor.tenant, call.query.permissionId);
      const holds = (name: 'name' | 'rule_value', word: string | undefined) =>
        sql`strpos(${name === 'name' ? sql`r.name` : sql`r.rule_value`}, ${(word ?? '').replaceAll('*', '').trim()}) > 0`;
      const { ruleName, ruleValue } = call.query;
      return call.tx((tx) =>
        readRules(tx, page, [
          sql`r.permission_id = ${page.page.id}`,
          ...(ruleName ? [holds('name', ruleName)] : []),
          ...(ruleValue ? [holds('rule_value', ruleValue)] : []),
        ]),
      );
    }),
    implement(dataRuleCalls.fields, async (call) => fieldsOf(await at(call.actor.tenant, call.query.permissionId))),
    implement(dataRuleCalls.ofRole, async (call) => {
      const found = await pageOf(services, call.actor.tenant, call.params.permissionId);
      const page = asRuled(services, found);
      return call.tx(async (tx) => {
        const datarule = page
          ? await readRules(tx, page, [sql`r.permission_id = ${page.page.id}`, sql`r.status = '1'`])
          : [];
        if (datarule.length === 0) return refusedAs(500, '未找到权限配置信息');
        const checked = await rulesOfRole(tx, idOf(call.params.roleId), found.id);
        return { datarule, drChecked: checked.join(',') };
      });
    }),
  ];
}

const fieldsOf = ({ resource }: RuledPage): RuledField[] =>
  Object.entries(ruledFields(resource)).flatMap(([key, field]): RuledField[] => {
    const { kind, title, dict, to } = field;
    const operators = OPERATORS[kind];
    if (operators.length === 0 || key === 'version') return [];
    const options = dict && itemsOf(dict).map(([value, text]) => ({ value, text }));
    return [{ key, title, kind, operators, ...(options ? { options } : {}), ...(to ? { to } : {}) }];
  });
