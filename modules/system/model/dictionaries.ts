import { dict, openDict, yesNo, type DeclaredDict } from '#kit/model/dict.ts';
import { dictOrigins, itemColors, itemStatuses } from './dict.ts';
import {
  messageFormats,
  messageKinds,
  messagePurposes,
  messageStatuses,
  messageTypes,
  templateStatuses,
} from './message.ts';
import { invitationStates } from './registration.ts';
import { tenantStatuses } from './tenant.ts';
import { fileUsages } from './stored-file.ts';

/** Kinds of databases by the codes of the base, in its order (contract §4). */
export const databaseTypes = dict(
  'database_type',
  {
    '1': 'MySQL5.5',
    '2': 'Oracle',
    '3': 'SQLServer',
    '4': 'MySQL5.7+',
    '5': 'MariaDB',
    '6': 'PostgreSQL',
    '7': '达梦',
    '8': '人大金仓',
    '9': '神通',
    '10': 'SQLite',
    '11': 'DB2',
    '12': 'Hsqldb',
    '13': 'Derby',
    '14': 'H2',
    '15': '其他',
  },
  ['1', '2', '3', '4', '6', '5', '7', '8', '9', '10', '11', '12', '13', '14', '15'],
);
export const validStatuses = dict('valid_status', { '0': '无效', '1': '有效' });
export const sexes = dict('sex', { '1': '男', '2': '女' });
export const userStatuses = dict('user_status', { '1': '正常', '2': '冻结' });
export const departStatuses = dict('depart_status', { '1': '启用', '0': '不启用' }, ['1', '0']);
export const orgCategories = dict('org_category', { '1': '公司', '2': '部门', '3': '岗位' });
export const positionRanks = openDict('position_rank', {
  '1': '员级',
  '2': '助级',
  '3': '中级',
  '4': '副高级',
  '5': '正高级',
});
export const logTypes = dict('log_type', { '1': '登录日志', '2': '操作日志' });
export const operateTypes = dict('operate_type', {
  '1': '查询',
  '2': '添加',
  '3': '修改',
  '4': '删除',
  '5': '导入',
  '6': '导出',
});
const menuTypes = dict('menu_type', { '0': '一级菜单', '1': '子菜单', '2': '按钮权限' });
const permsTypes = dict('perms_type', { '1': '显示', '2': '禁用' });
export const priorities = dict('priority', { H: '高', M: '中', L: '低' });
export const noticeCategories = dict('msg_category', { '1': '通知公告', '2': '系统消息' });
export const audiences = dict('msg_type', { USER: '指定用户', ALL: '全体用户' });
export const sendStatuses = dict('send_status', { '0': '未发布', '1': '已发布', '2': '已撤销' });
/** How a notice stands: what it was made, and whether its time has come or is over. */
export const noticeStates = dict('notice_state', {
  draft: '未发布',
  waiting: '待开始',
  out: '已发布',
  ended: '已过期',
  revoked: '已撤销',
});
export const openTypes = dict('open_type', { url: '链接', component: '页面组件' });
export const readFlags = dict('read_flag', { '0': '未读', '1': '已读' });

/** The dictionaries of the console itself, by the codes the wire knows. */
export const systemDictionaries: readonly DeclaredDict[] = [
  { name: '性别', dict: sexes },
  { name: '优先级', dict: priorities },
  { name: '消息类别', dict: noticeCategories },
  { name: '消息类型', dict: audiences },
  { name: '发送状态', dict: sendStatuses },
  { name: '通告状态', dict: noticeStates },
  { name: '打开方式', dict: openTypes },
  { name: '阅读状态', dict: readFlags },
  {
    name: '消息发送状态',
    dict: messageStatuses,
  },
  { name: '消息方式', dict: messageKinds },
  { name: '消息用途', dict: messagePurposes },
  { name: '邀请状态', dict: invitationStates },
  { name: '文本类型', dict: messageFormats },
  { name: '消息发送类型', dict: messageTypes },
  { name: '文件使用情况', dict: fileUsages },
  { name: '消息模板状态', dict: templateStatuses },
  { name: '提醒方式', dict: dict('remindMode', { '1': '邮件', '2': '短信', '4': '系统消息' }) },
  { name: '用户状态', dict: userStatuses },
  { name: '状态', dict: dict('status', { '1': '正常', '2': '冻结' }) },
  { name: '删除状态', dict: dict('del_flag', { '0': '正常', '1': '已删除' }) },
  {
    name: '字典项状态',
    dict: itemStatuses,
  },
  { name: '字典来源', dict: dictOrigins },
  { name: '字典项颜色', dict: itemColors },
  { name: '部门状态', dict: departStatuses },
  { name: '有效状态', dict: validStatuses },
  { name: '是否', dict: yesNo },
  { name: '开关', dict: dict('is_open', { Y: '是', N: '否' }) },
  { name: '菜单类型', dict: menuTypes },
  { name: '权限策略', dict: permsTypes },
  {
    name: '全局权限策略',
    dict: dict('global_perms_type', {
      '1': '可见/可访问(授权后可见/可访问)',
      '2': '可编辑(未授权时禁用)',
    }),
  },
  {
    name: '表单权限策略',
    dict: dict('form_perms_type', { '1': '可见(未授权不可见)', '2': '可编辑(未授权禁用)' }),
  },
  { name: '日志类型', dict: logTypes },
  { name: '操作类型', dict: operateTypes },
  { name: '任务状态', dict: dict('quartz_status', { '0': '正常', '-1': '停止' }) },
  { name: '租户状态', dict: tenantStatuses },
  { name: '职务级别', dict: positionRanks },
  { name: '机构类型', dict: orgCategories },
  { name: '紧急程度', dict: dict('urgent_level', { '1': '一般', '2': '重要', '3': '紧急' }) },
  { name: '流程同步', dict: dict('activiti_sync', { '1': '同步', '0': '不同步' }, ['1', '0']) },
  {
    name: '流程状态',
    dict: dict('bpm_status', { '1': '待提交', '2': '处理中', '3': '已完成', '4': '已作废' }),
  },
  {
    // Without the raw-SQL condition of the base: a rule never becomes SQL text.
    name: '条件规则',
    dict: dict('rule_conditions', {
      '>': '大于',
      '>=': '大于等于',
      '<': '小于',
      '<=': '小于等于',
      '=': '等于',
      '!=': '不等于',
      IN: '包含',
      LIKE: '模糊',
      LEFT_LIKE: '左模糊',
      RIGHT_LIKE: '右模糊',
    }),
  },
  {
    name: '数据库类型',
    dict: databaseTypes,
  },
  {
    name: '表单类型',
    dict: dict('cgform_table_type', { '1': '单表', '2': '主表', '3': '附表' }),
  },
];
