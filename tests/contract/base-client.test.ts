import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';

/*
 * What pages of the given base ask of dictionaries, categories, notices, messages, files and positions:
 * method, parameters as that client sends them, and what it reads of each answer.
 */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

/** The query that every list of the base carries. */
const LIST = { column: 'createTime', order: 'desc', field: 'id,,', pageNo: '1', pageSize: '10' };

interface Made {
  id: string;
}
type Row = Record<string, unknown> & Made;
interface Page {
  records: Row[];
  total: number;
}

/** A register as its page uses it: rows are listed, added, edited, deleted, and go through a sheet. */
interface Register {
  path: string;
  list?: string;
  /** Of the n-th row. */
  row: (n: number) => Record<string, unknown>;
  change: Record<string, unknown>;
  /** What the list answers beside what was sent. */
  reads?: readonly string[];
  /** Asked while a code is typed: table, field, and the key whose value is asked for. */
  taken?: readonly [table: string, field: string, key: string];
  sheet?: { titles: readonly string[]; cells: readonly string[] };
}

const REGISTERS: Readonly<Record<string, Register>> = {
  'dictionaries (§5)': {
    path: '/sys/dict',
    row: (n) => ({ dictName: `面料${n}`, dictCode: `fabric_${n}`, description: '说明', type: '0' }),
    change: { description: '新说明' },
    taken: ['sys_dict', 'dict_code', 'dictCode'],
  },
  'categories (§5)': {
    path: '/sys/category',
    list: '/sys/category/rootList',
    row: (n) => ({ pid: '0', name: `分类${n}`, code: `C${n}` }),
    change: { name: '改名分类' },
    reads: ['hasChild', 'pid'],
    taken: ['sys_category', 'code', 'code'],
    sheet: { titles: ['分类名称', '分类编码'], cells: ['表格分类', 'SHEET1'] },
  },
  'notices (§6)': {
    path: '/sys/annountCement',
    row: (n) => ({
      titile: `通告${n}`,
      msgContent: '<p>内容</p>',
      msgCategory: '1',
      msgType: 'ALL',
      priority: 'M',
      startTime: '2026-11-01 00:00:00',
      endTime: '2036-12-01 00:00:00',
    }),
    change: { titile: '改名通告' },
    reads: ['sendStatus_dictText', 'msgType_dictText', 'priority_dictText', 'msgContent', 'userIds'],
    sheet: {
      titles: ['标题', '通告范围', '通告对象', '内容'],
      cells: ['表格通告', '用户:admin', '指定用户', '<p>表</p>'],
    },
  },
  'messages (§6)': {
    path: '/sys/message/sysMessage',
    row: (n) => ({
      esTitle: `消息${n}`,
      esContent: '正文',
      esReceiver: `a${n}@example.com`,
      esType: '1',
      remark: '备注',
    }),
    change: { esTitle: '改名消息', esReceiver: 'b@example.com', esContent: '正文' },
    reads: ['esType_dictText', 'esSendStatus_dictText', 'esSendNum', 'esParam', 'esResult'],
    sheet: { titles: ['标题', '接收人', '内容'], cells: ['表格消息', 'admin', '正文'] },
  },
  'templates (§6)': {
    path: '/sys/message/sysMessageTemplate',
    row: (n) => ({
      templateCode: `tpl_${n}`,
      templateName: `模板${n}`,
      templateType: '1',
      templateContent: '您好 ${name}',
      useStatus: '1',
    }),
    change: { templateName: '改名模板' },
    reads: ['templateType_dictText'],
    taken: ['sys_sms_template', 'template_code', 'templateCode'],
    sheet: {
      titles: ['模板名称', '模板编码', '模板类型', '模板内容'],
      cells: ['表格模板', 'tpl_sheet', '文本', '您好'],
    },
  },
  'schedules (§7)': {
    path: '/sys/quartzJob',
    row: (n) => ({
      jobClassName: 'system.remind',
      cronExpression: `0 ${n} 9 * * ? *`,
      parameter: '{"title":"提醒","content":"内容"}',
      description: `任务${n}`,
      status: -1,
    }),
    change: { description: '改' },
    reads: ['status_dictText'],
    sheet: { titles: ['任务', 'cron表达式'], cells: ['desk.reconcile', '0 0 9 * * ? *'] },
  },
  'data sources (§7)': {
    path: '/sys/dataSource',
    row: (n) => ({
      code: `source_${n}`,
      name: `数据源${n}`,
      dbType: '4',
      dbDriver: 'com.mysql.cj.jdbc.Driver',
      dbUrl: 'jdbc:mysql://db.example.com:3306/erp?useSSL=true',
      dbName: 'erp',
      dbUsername: 'reader',
      remark: '只读',
    }),
    change: { name: '改名数据源' },
    reads: ['dbType_dictText', 'dbPassword'],
    taken: ['sys_data_source', 'code', 'code'],
    sheet: {
      titles: ['数据源编码', '数据源名称', '数据库类型', '数据源地址', '用户名'],
      cells: ['sheet_source', '表格', 'PostgreSQL', 'jdbc:postgresql://db.example.com/erp', 'reader'],
    },
  },
  'online reports (§9)': {
    path: '/online/cgreport/head',
    row: (n) => ({
      code: `report_${n}`,
      name: `报表${n}`,
      source: 'orders:salesLine',
      items: '[{"fieldName":"skuId"},{"fieldName":"qty","aggregate":"sum"}]',
      content: '说明',
    }),
    change: { name: '改名报表' },
    reads: ['cgrSql', 'dbSource_dictText', 'createTime'],
    sheet: {
      titles: ['报表编码', '报表名称', '数据', '列'],
      cells: ['sheet_report', '表格报表', 'orders:salesLine', '[{"fieldName":"skuId"}]'],
    },
  },
  'positions (§9)': {
    path: '/sys/position',
    row: (n) => ({ code: `P${n}`, name: `职务${n}`, postRank: '1' }),
    change: { name: '改名职务' },
    taken: ['sys_position', 'code', 'code'],
    sheet: { titles: ['职务编码', '职务名称'], cells: ['PSHEET', '表格职务'] },
  },
};

describe.each(Object.entries(REGISTERS))('%s', (_name, of) => {
  const listPath = of.list ?? `${of.path}/list`;
  const rows = async (): Promise<Page> => {
    const { success, message, result } = await admin.get<Page>(listPath, LIST);
    expect(success, message).toBe(true);
    return result;
  };
  const add = async (n: number): Promise<Row> => {
    const made = await admin.post<Made>(`${of.path}/add`, of.row(n));
    expect(made, made.message).toMatchObject({ status: 200, success: true });
    return (await rows()).records[0] as Row;
  };

  test('a row is added, listed as the page reads it, and changed by PUT', async () => {
    const row = await add(1);
    expect(Object.keys(row)).toEqual(
      expect.arrayContaining(['id', ...Object.keys(of.row(1)).filter((key) => key !== 'type')]),
    );
    for (const key of of.reads ?? []) expect(row, key).toHaveProperty(key);
    const { total } = await rows();
    expect(typeof total).toBe('number');
    const edited = await admin.put(`${of.path}/edit`, { ...row, ...of.change });
    expect(edited, edited.message).toMatchObject({ status: 200, success: true });
    expect((await rows()).records.find(({ id }) => id === row.id)).toMatchObject(of.change);
  });

  test('a code that is taken is not free, whoever types it; its own row may keep it', async () => {
    if (!of.taken) return;
    const [tableName, fieldName, key] = of.taken;
    const row = await add(2);
    const check = async (query: Record<string, string>): Promise<boolean> =>
      (await admin.get('/sys/duplicate/check', { tableName, fieldName, ...query })).success;
    const fieldVal = String(row[key]);
    expect(await check({ fieldVal })).toBe(false);
    expect(await check({ fieldVal, dataId: row.id })).toBe(true);
    expect(await check({ fieldVal: 'nobody_has_this' })).toBe(true);
    const again = await admin.post(`${of.path}/add`, of.row(2));
    expect(again).toMatchObject({ status: 200, success: false });
  });

  test('rows go out by sheet as they are listed, and come in by one', async () => {
    const row = await add(3);
    const { status, headers, bytes } = await admin.raw(
      'GET',
      `${of.path}/exportXls?selections=${row.id},&${new URLSearchParams(LIST)}`,
    );
    expect(status).toBe(200);
    expect(String(headers['content-type'])).toContain('application/vnd.ms-excel');
    expect(await readRecords(bytes)).toHaveLength(1);
    const { sheet } = of;
    if (!sheet) return;
    const before = (await rows()).total;
    const answer = await upload(scene, admin, `${of.path}/importExcel`, await workbook(sheet.titles, [sheet.cells]));
    expect(answer, answer.message).toMatchObject({ success: true });
    expect((await rows()).total).toBe(before + 1);
    const again = await upload(scene, admin, `${of.path}/importExcel`, bytes);
    expect(again, again.message).toMatchObject({ success: true });
    expect((await rows()).total).toBe(before + 1);
    const nothing = await admin.post(`${of.path}/importExcel`, {});
    expect(nothing).toMatchObject({ success: false, message: '请求格式不正确' });
  });

  test('rows are deleted one by one, and together with a comma behind the last', async () => {
    const [one, two] = [await add(4), await add(5)];
    expect(await admin.delete(`${of.path}/delete`, { id: one.id })).toMatchObject({
      status: 200,
      success: true,
    });
    expect(await admin.delete(`${of.path}/deleteBatch`, { ids: `${two.id},` })).toMatchObject({
      success: true,
    });
    const left = (await rows()).records.map(({ id }) => id);
    expect(left).not.toContain(one.id);
    expect(left).not.toContain(two.id);
    expect(await admin.delete(`${of.path}/delete`, { id: one.id })).toMatchObject({
      status: 200,
      success: false,
      message: '未找到对应实体',
    });
    // After the last row of a page is gone the client asks for page 0.
    const zero = await admin.get<Page>(listPath, { ...LIST, pageNo: '0' });
    expect(zero).toMatchObject({ success: true });
  });
});

describe('gateway routes (§7)', () => {
  const listed = async (): Promise<Row[]> => (await admin.get<Row[]>('/sys/gatewayRoute/list', LIST)).result;

  test('are a plain array, written whole, cleared and deleted', async () => {
    const router = {
      routerId: 'erp',
      name: '进销存',
      uri: 'https://erp.example.com',
      predicates: JSON.stringify([{ name: 'Path', args: ['/erp/**'] }]),
      filters: JSON.stringify([]),
    };
    expect(await admin.post('/sys/gatewayRoute/updateAll', { router })).toMatchObject({
      status: 200,
      success: true,
      message: '操作成功！',
    });
    const [row] = await listed();
    expect(row).toMatchObject({
      routerId: 'erp',
      status: 1,
      predicates: [{ name: 'Path', args: ['/erp/**'] }],
      filters: [],
    });
    // The editor makes a switch of the state, and text of the parts, and sends all that it was given.
    const edited = { ...row, status: Boolean(row?.['status']), name: '改名' };
    const predicates = JSON.stringify(row?.['predicates']);
    expect(
      await admin.post('/sys/gatewayRoute/updateAll', { router: { ...edited, predicates, filters: '[]' } }),
    ).toMatchObject({ success: true });
    expect(await listed()).toMatchObject([{ id: row?.id, name: '改名', status: 1 }]);
    expect(await admin.post('/sys/gatewayRoute/updateAll', {})).toMatchObject({ success: false });
    expect(await admin.get('/sys/gatewayRoute/clearRedis')).toMatchObject({ message: '清除成功！' });
    expect(await admin.delete('/sys/gatewayRoute/delete', { id: String(row?.id) })).toMatchObject({
      message: '删除路由成功',
    });
    expect(await listed()).toEqual([]);
  });
});

describe('items of dictionaries (§5)', () => {
  test('are added, checked, edited and deleted; the bin gives a dictionary back', async () => {
    const { result: dict } = await admin.post<Made>('/sys/dict/add', {
      dictName: '纹理',
      dictCode: 'texture',
    });
    const item = { dictId: dict.id, itemText: '木纹', itemValue: '1', sortOrder: '1', status: '1' };
    const made = await admin.post<Made>('/sys/dictItem/add', item);
    expect(made).toMatchObject({ status: 200, success: true });
    const list = async (): Promise<Row[]> =>
      (
        await admin.get<Page>('/sys/dictItem/list', {
          dictId: dict.id,
          delFlag: '1',
          pageNo: '1',
          pageSize: '10',
        })
      ).result.records;
    const [row] = await list();
    expect(row).toMatchObject({ itemText: '木纹', itemValue: '1', sortOrder: 1, status: 1 });
    const check = async (query: Record<string, string>): Promise<boolean> =>
      (await admin.get('/sys/dictItem/dictItemCheck', { dictId: dict.id, ...query })).success;
    expect(await check({ itemValue: '1' })).toBe(false);
    expect(await check({ itemValue: '1', id: row?.id ?? '' })).toBe(true);
    expect(await check({ itemValue: '2' })).toBe(true);
    const edit = await admin.put('/sys/dictItem/edit', { ...row, itemText: '石纹' });
    expect(edit).toMatchObject({ success: true });
    expect(await admin.delete('/sys/dictItem/deleteBatch', { ids: `${row?.id},` })).toMatchObject({
      success: true,
    });
    expect(await list()).toEqual([]);
    await admin.delete('/sys/dict/delete', { id: dict.id });
    const bin = async (): Promise<string[]> =>
      (await admin.get<Row[]>('/sys/dict/deleteList')).result.map(({ id }) => id);
    expect(await bin()).toContain(dict.id);
    expect(await admin.put(`/sys/dict/back/${dict.id}`)).toMatchObject({ success: true });
    await admin.delete('/sys/dict/delete', { id: dict.id });
    expect(await admin.delete(`/sys/dict/deletePhysic/${dict.id}`)).toMatchObject({
      success: true,
    });
    expect(await bin()).not.toContain(dict.id);
  });
});

describe('branches of categories (§5)', () => {
  test('are opened by parent, several parents at once, and as a whole', async () => {
    const { result: root } = await admin.post<Made>('/sys/category/add', { pid: '0', name: '根' });
    const { result: leaf } = await admin.post<Made>('/sys/category/add', {
      pid: root.id,
      name: '叶',
    });
    const children = await admin.get<Row[]>('/sys/category/childList', { pid: root.id });
    expect(children.result).toMatchObject([{ id: leaf.id, pid: root.id, name: '叶' }]);
    const batch = await admin.get<Page>('/sys/category/getChildListBatch', { parentIds: root.id });
    expect(batch.result.records).toMatchObject([{ id: leaf.id, pid: root.id }]);
    const roots = await admin.get<Page>('/sys/category/rootList', LIST);
    expect(roots.result.records.find(({ id }) => id === root.id)).toMatchObject({ hasChild: '1' });
    expect(await admin.get('/sys/category/checkCode', { pid: '0', code: 'free_code' })).toMatchObject({
      success: true,
    });
    const all = await admin.get<Row[]>('/sys/category/loadAllData', { code: '' });
    expect(all).toMatchObject({ success: true });
    expect(Array.isArray(all.result)).toBe(true);
  });
});

describe('notices on their way (§6)', () => {
  test('are released, looked at, notified once more by anybody, and withdrawn', async () => {
    const reader = await scene.as('kefu');
    const { result } = await admin.post<Made>('/sys/annountCement/add', {
      titile: '停电',
      msgContent: '<p>周五停电</p>',
      msgType: 'ALL',
      userIds: '',
    });
    const ask = (by: Client, path: string, query: Record<string, string>): Promise<Answer<unknown>> =>
      by.get(`/sys/annountCement/${path}`, query);
    expect(await ask(admin, 'doReleaseData', { id: result.id })).toMatchObject({
      message: '该系统通知发布成功',
    });
    expect(await ask(reader, `show/${result.id}`, {})).toMatchObject({ success: true });
    for (const query of [{}, { anntId: result.id }, { anntId: 'x' }] as Record<string, string>[])
      expect(await ask(reader, 'syncNotic', query)).toMatchObject({
        status: 200,
        success: true,
        message: '推送成功',
      });
    expect(await ask(admin, 'doReovkeData', { id: result.id })).toMatchObject({
      message: '该系统通知撤销成功',
    });
  });
});

describe('messages by template (§6)', () => {
  test('the test dialog sends to an account, and names what is missing', async () => {
    await admin.post('/sys/message/sysMessageTemplate/add', {
      templateCode: 'hello',
      templateName: '问候',
      templateType: '1',
      templateContent: '您好 ${name}',
    });
    const body = { templateCode: 'hello', receiver: 'kefu', msgType: 'system' };
    const path = '/sys/message/sysMessageTemplate/sendMsg';
    expect(await admin.post(path, { ...body, testData: '{"name":"客服"}' })).toMatchObject({
      status: 200,
      success: true,
      message: '消息发送成功！',
    });
    expect(await admin.post(path, { ...body, testData: '{}' })).toMatchObject({
      status: 200,
      success: false,
      message: '缺少变量：name',
    });
    const reader = await scene.as('kefu');
    const bell = await reader.get<{ sysMsgList: Record<string, unknown>[] }>('/sys/annountCement/listByUser');
    expect(bell.result.sysMsgList[0]).toMatchObject({
      titile: '问候',
      msgContent: '<p>您好 客服</p>',
    });
  });

  test.each([
    ['msgType', ['1', '2']],
    ['msgSendStatus', ['0', '1', '2']],
    ['messageType', ['system', 'email', 'sms']],
  ])('dictionary %s', async (code, values) => {
    const items = await admin.get<{ value: string; text: string }[]>(`/sys/dict/getDictItems/${code}`);
    expect(items.result.map(({ value }) => value)).toEqual(values);
  });
});

describe('files (§6)', () => {
  test('are uploaded, listed and deleted', async () => {
    const sent = await send(scene, admin, png(4, 4), { path: '/sys/oss/file/upload' });
    expect(sent).toMatchObject({ success: true, message: '上传成功！' });
    const { result } = await admin.get<Page>('/sys/oss/file/list', { ...LIST, fileName: '*附件*' });
    expect(result.records[0]).toMatchObject({ fileName: '附件.png' });
    expect(result.records[0]).toHaveProperty('url');
    const gone = await admin.delete('/sys/oss/file/delete', { id: result.records[0]?.id ?? '' });
    expect(gone).toMatchObject({ status: 200, success: true });
  });
});

describe('positions and sign-in (§9)', () => {
  test('all positions at once are as many as one page holds, without a refusal', async () => {
    const page = await admin.get<Page & { size: number }>('/sys/position/list', {
      pageSize: '99999',
    });
    expect(page).toMatchObject({ status: 200, success: true });
    expect(page.result.size).toBeLessThanOrEqual(500);
  });

  test('a stranger on the register page hears that a name is free', async () => {
    const response = await scene.app.http.inject({
      url: '/api/sys/user/checkOnlyUser?username=admin',
    });
    expect(response.json()).toMatchObject({ success: true });
  });

  test('whoever comes from elsewhere is let in by ticket and password alone', async () => {
    // The base makes an account, or finds one by a phone number that nobody proved, for whoever names a foreign id.
    for (const path of ['/sys/third/user/create', '/sys/third/user/checkPassword', '/sys/thirdLogin/bindingThirdPhone'])
      expect(
        await admin.post(path, { thirdLoginUuid: 'x', thirdUserUuid: 'x', mobile: '13800000000' }),
        path,
      ).toMatchObject({ status: 404, success: false });
  });

  test('I7: what fetches an address for its caller is not there', async () => {
    const answer = await admin.get('/sys/common/transitRESTful', { url: 'http://127.0.0.1/' });
    expect(answer.success).toBe(false);
    expect(answer.status).toBe(404);
  });
});

describe('monitoring (§8)', () => {
  /** What its pages ask for, one after the other: a metric that fails empties the whole page. */
  const METRICS =
    'system.cpu.count system.cpu.usage process.start.time process.uptime process.cpu.usage tomcat.sessions.created ' +
    'tomcat.sessions.expired tomcat.sessions.active.current tomcat.sessions.active.max tomcat.sessions.rejected ' +
    'jvm.memory.max jvm.memory.committed jvm.memory.used jvm.buffer.memory.used jvm.buffer.count jvm.threads.daemon ' +
    'jvm.threads.live jvm.threads.peak jvm.classes.loaded jvm.classes.unloaded jvm.gc.memory.allocated ' +
    'jvm.gc.memory.promoted jvm.gc.max.data.size jvm.gc.live.data.size jvm.gc.pause';
  const bareOf = async <T>(path: string): Promise<{ status: number; body: T }> => {
    const { status, bytes } = await admin.raw('GET', path);
    return { status, body: JSON.parse(bytes.toString()) as T };
  };

  test('every metric is read by its place, bare', async () => {
    for (const name of METRICS.split(' ')) {
      const { status, body } = await bareOf<{ name: string; measurements: { statistic: string; value: number }[] }>(
        `/actuator/metrics/${name}`,
      );
      expect([status, body.name]).toEqual([200, name]);
      const statistics = body.measurements.map(({ statistic }) => statistic);
      expect(statistics, name).toEqual(name === 'jvm.gc.pause' ? ['COUNT', 'TOTAL_TIME', 'MAX'] : ['VALUE']);
      for (const { value } of body.measurements) expect(value, name).toBeGreaterThanOrEqual(0);
    }
    const { body } = await bareOf<{ success: boolean }>('/actuator/metrics/nothing.of.ours');
    expect(body.success).toBe(false);
  });

  test('traces are bare, disks in an envelope; the page divides what is used by ten', async () => {
    const { body } = await bareOf<{ traces: object[] }>('/actuator/httptrace');
    expect(body.traces[0]).toMatchObject({
      timestamp: expect.any(String),
      timeTaken: expect.any(Number),
      request: { method: expect.any(String), uri: expect.any(String) },
      response: { status: expect.any(Number) },
    });
    const { result } = await admin.get<{ name: string; max: number; rest: number; restPPT: number }[]>(
      '/sys/actuator/redis/queryDiskInfo',
    );
    const [disk] = result;
    expect(disk?.restPPT).toBe(Math.round((1 - (disk?.rest ?? 0) / (disk?.max ?? 1)) * 1000));
  });

  test('without Redis its page says why it has nothing to show', async () => {
    for (const path of ['keysSize', 'memoryInfo', 'info', 'keysSizeForReport', 'memoryForReport', 'infoForReport'])
      expect(await admin.get(`/sys/actuator/redis/${path}`)).toMatchObject({
        status: 200,
        success: false,
        message: '获取 Redis 信息失败：没有接通 Redis',
      });
  });
});

test.each([
  'sys_user.username',
  'sys_user.phone',
  'sys_user.email',
  'sys_user.work_no',
  'sys_role.role_code',
  'sys_depart.org_code',
  'sys_position.code',
  'sys_dict.dict_code',
  'sys_permission.perms',
  'sys_fill_rule.rule_code',
  'sys_check_rule.rule_code',
  'sys_sms_template.template_code',
])('§10: %s may be asked for', async (key) => {
  const [tableName = '', fieldName = ''] = key.split('.');
  const answer = await admin.get('/sys/duplicate/check', {
    tableName,
    fieldName,
    fieldVal: 'nobody_has_this',
  });
  expect(answer).toMatchObject({ status: 200, success: true });
});
