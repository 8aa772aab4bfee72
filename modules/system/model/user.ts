import { choice, date, integer, text } from '#kit/model/field.ts';
import { departStatuses, orgCategories, sexes } from './dictionaries.ts';

/** What an administrator writes about a person; the password has rules of its own. */
export const userFields = {
  username: text('用户账号', {
    required: true,
    unique: true,
    rule: 'userName',
    max: 18,
    hint: '6到18个字符：字母、数字、下划线',
  }),
  realname: text('用户姓名', { required: true, max: 100 }),
  sex: choice('性别', sexes),
  birthday: date('生日'),
  phone: text('手机号码', { unique: true, rule: 'mobile' }),
  email: text('邮箱', { unique: true, rule: 'email', max: 100 }),
  telephone: text('座机', { max: 45 }),
  workNo: text('工号', { unique: true, max: 100 }),
  avatar: text('头像', { max: 255 }),
};

export const departFields = {
  departName: text('机构名称', { required: true, max: 100 }),
  departNameEn: text('英文名', { max: 255 }),
  departNameAbbr: text('缩写', { max: 100 }),
  orgCategory: choice('机构类型', orgCategories, { default: '1' }),
  mobile: text('电话', { max: 32 }),
  fax: text('传真', { max: 32 }),
  address: text('地址', { max: 200 }),
  memo: text('备注', { max: 500 }),
  description: text('描述', { max: 500 }),
  status: choice('状态', departStatuses, { default: '1' }),
  departOrder: integer('排序', { rule: 'sortNumber' }),
};

/** People who may lead one department. */
export const MAX_DIRECTORS = 100;
