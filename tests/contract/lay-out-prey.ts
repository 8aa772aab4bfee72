import { send as sendUpload } from '#tests/attacks/upload-scene.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import type { Prey } from './administration-tries.ts';

/** Stands in every name that the first tenant gave. */
export const MARK = '猎物';

/** A row of everything that is administered, as the first tenant has it. */
export async function layOutPrey(scene: TestApp, admin: Client): Promise<Prey> {
  const add = <T>(path: string, body: unknown) => must(admin.post<T>(path, body));
  type Made = { id: string };
  const role = await add<Made>('/sys/role/add', { roleName: `${MARK}角色`, roleCode: 'prey' });
  const depart = await add<Made & { orgCode: string }>('/sys/sysDepart/add', {
    departName: `${MARK}部门`,
  });
  const departRole = await add<Made>('/sys/sysDepartRole/add', {
    departId: depart.id,
    roleName: `${MARK}部门角色`,
    roleCode: 'prey',
  });
  const position = await add<Made>('/sys/position/add', { code: 'prey', name: `${MARK}职务` });
  const checkRule = await add<Made>('/sys/checkRule/add', {
    ruleName: `${MARK}校验`,
    ruleCode: 'prey',
    ruleJson: JSON.stringify([{ digits: '*', pattern: '.+', message: `${MARK}提示` }]),
  });
  const fillRule = await add<Made>('/sys/fillRule/add', {
    ruleName: `${MARK}流水`,
    ruleCode: 'prey',
    ruleClass: 'serial',
    ruleParams: JSON.stringify({ prefix: `${MARK}-` }),
  });
  const changes = await must(admin.get<{ records: Made[] }>('/sys/dataLog/list', { dataTable: 'position' }));
  const dict = await add<Made>('/sys/dict/add', { dictName: `${MARK}字典`, dictCode: 'prey' });
  const dictItem = await add<Made>('/sys/dictItem/add', {
    dictId: dict.id,
    itemText: `${MARK}项`,
    itemValue: '1',
  });
  const category = await add<Made>('/sys/category/add', { name: `${MARK}分类` });
  const invitation = await add<Made>('/sys/invitation/add', {
    roleId: role.id,
    departId: depart.id,
    remark: `${MARK}邀请`,
  });
  const notice = await add<Made>('/sys/annountCement/add', { titile: `${MARK}通告` });
  const template = await add<Made>('/sys/message/sysMessageTemplate/add', {
    templateName: `${MARK}模板`,
    templateCode: 'prey',
    templateType: '1',
    templateContent: `${MARK}内容`,
  });
  const schedule = await add<Made>('/sys/quartzJob/add', {
    jobClassName: 'system.remind',
    cronExpression: '0 0 9 * * ? *',
    parameter: JSON.stringify({ title: `${MARK}提醒`, content: `${MARK}内容` }),
    description: `${MARK}说明`,
    status: -1,
  });
  const source = await add<Made>('/sys/dataSource/add', {
    code: 'prey',
    name: `${MARK}数据源`,
    dbType: '6',
    dbUrl: 'jdbc:postgresql://db.example.com/prey',
    dbUsername: 'prey',
    dbPassword: `${MARK}密码`,
  });
  const report = await add<Made>('/online/cgreport/head/add', {
    code: 'prey',
    name: `${MARK}报表`,
    source: 'orders:salesLine',
    items: '[{"fieldName":"skuId"}]',
    content: `${MARK}说明`,
  });
  const message = await add<Made>('/sys/message/sysMessage/add', {
    esTitle: `${MARK}消息`,
    esReceiver: 'prey@example.com',
    esContent: `${MARK}正文`,
  });
  const user = await add<Made>('/sys/user/add', {
    username: 'prey',
    realname: `${MARK}人`,
    password: PASSWORD,
    selectedroles: role.id,
    selecteddeparts: depart.id,
    post: 'prey',
    shops: [scene.seller.accountId],
  });
  const buttons = await look(
    scene,
    (tx) => tx.platform.rows<Made>`select id from permission where perms = 'orders:salesOrder:list'`,
  );
  const plan = await add<Made>('/sys/plan/add', { code: 'prey', name: `${MARK}套餐` });
  const gateway = await add<Made>('/sys/gatewayRoute/add', {
    routerId: 'prey',
    name: `${MARK}路由`,
    uri: 'https://erp.example.com',
    predicates: JSON.stringify([{ name: 'Path', args: ['/prey/**'] }]),
    status: 0,
  });
  await add('/sys/permission/saveRolePermission', {
    roleId: role.id,
    permissionIds: buttons[0]?.id,
    lastpermissionIds: '',
  });
  await must(
    admin.post('/sys/sysUserAgent/add', {
      userName: 'prey',
      agentUserName: 'admin',
      status: '1',
      startTime: '2020-01-01 00:00:00',
      endTime: '2099-01-01 00:00:00',
    }),
  );
  await scene.as('prey');
  const online = await must(admin.get<{ records: Made[] }>('/sys/online/list', { username: 'prey' }));
  return {
    user: user.id,
    role: role.id,
    depart: depart.id,
    departCode: depart.orgCode,
    departRole: departRole.id,
    shop: scene.seller.accountId,
    position: position.id,
    checkRule: checkRule.id,
    fillRule: fillRule.id,
    dict: dict.id,
    dictItem: dictItem.id,
    dataLog: changes.records[0]?.id ?? '',
    category: category.id,
    invitation: invitation.id,
    notice: notice.id,
    message: message.id,
    template: template.id,
    schedule: schedule.id,
    source: source.id,
    report: report.id,
    file: await uploadedFile(scene, admin),
    session: online.records[0]?.id as string,
    fileJob: await importedJob(scene, admin),
    dataRule: await addedRule(scene, admin),
    plan: plan.id,
    gateway: gateway.id,
  };
}

async function uploadedFile(scene: TestApp, admin: Client): Promise<string> {
  await must(sendUpload(scene, admin, png(2, 2), { name: `${MARK}.png`, path: '/sys/oss/file/upload' }));
  const page = await must(admin.get<{ records: { id: string }[] }>('/sys/oss/file/list'));
  return page.records[0]?.id as string;
}

async function addedRule(scene: TestApp, admin: Client): Promise<string> {
  const [page] = await look(
    scene,
    (tx) => tx.platform.rows<{ id: string }>`
      select id from permission where menu_type <> 2 and perms = 'system:user:list'`,
  );
  const permissionId = page?.id ?? '';
  await must(
    admin.post('/sys/permission/addPermissionRule', {
      permissionId,
      ruleName: `${MARK}规则`,
      ruleColumn: 'username',
      ruleConditions: '=',
      ruleValue: '#{sys_user_code}',
      status: '1',
    }),
  );
  const path = '/sys/permission/getPermRuleListByPermId';
  const rules = await must(admin.get<{ id: string }[]>(path, { permissionId }));
  return rules[0]?.id as string;
}

async function importedJob(scene: TestApp, admin: Client): Promise<string> {
  const sheet = await workbook(['SPU', '产品名称'], [['PREY', `${MARK}产品`]]);
  await must(upload(scene, admin, '/catalog/product/importExcel', sheet));
  const page = await must(admin.get<{ records: { id: string }[] }>('/sys/fileJob/list'));
  return page.records[0]?.id as string;
}
