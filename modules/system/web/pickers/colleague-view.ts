import { text } from '#kit/model/field.ts';
import { userFields } from '../../model/user.ts';
import { view } from '../views.ts';

const { username, realname, sex, phone, birthday } = userFields;

/** People as pickers list them; numbers are empty for who does not administer people. */
export const colleagueView = view(
  'colleague',
  '用户',
  { username, realname, sex, phone, birthday, orgCodeTxt: text('部门') },
  {
    label: 'realname',
    list: ['username', 'realname', 'sex', 'phone', 'orgCodeTxt'],
    search: ['realname', 'username'],
  },
);
