import type { ReactNode } from 'react';
import { routePath } from '#kit/model/resource-routes.ts';
import { pathOf } from '#kit/model/route.ts';
import { POPUP_PICKER_WIDTH, USER_PICKER_WIDTH } from '#kit/model/limits.ts';
import { RecordSelect, usePermission, type PickedLook, type RecordSelectProps } from '#kit/web/index.ts';
import { colleague } from '../../model/colleague.ts';
import { position } from '../../model/position.ts';
import { role } from '../../model/role.ts';
import { peopleCalls } from '../../model/routes/people.ts';
import { user } from '../../model/user.ts';
import { UserByDepartDialog } from './user-by-depart-dialog.tsx';

type Configured = 'of' | 'Dialog' | 'listUrl' | 'valueUrl' | 'valueKey' | 'displayKey';

/** What a form may say of a field that chooses people, roles or positions. */
export type PeopleSelectProps = Omit<RecordSelectProps, Configured>;

export interface UserSelectProps extends PeopleSelectProps {
  /** Field of a person that is stored: `username` by default, or `id`. */
  store?: 'username' | 'id' | undefined;
  /** Field that is shown; `realname` by default. */
  text?: string | undefined;
  /** Opened by the field itself, by a button beside it, or in the cell of a grid. */
  opener?: 'input' | 'button' | 'cell' | undefined;
}

const LOOKS: Record<NonNullable<UserSelectProps['opener']>, PickedLook> = {
  input: 'form',
  button: 'form',
  cell: 'cell',
};
/** 根据部门选择用户; every colleague may be chosen: departments on the left, their people on the right. */
export function UserByDepartSelect({
  store = 'username',
  text = 'realname',
  opener = 'button',
  ...props
}: UserSelectProps): ReactNode {
  return (
    <RecordSelect
      width={USER_PICKER_WIDTH}
      button="选择用户"
      {...props}
      of={colleague}
      Dialog={UserByDepartDialog}
      valueUrl={pathOf(peopleCalls.named)}
      valueKey={store}
      displayKey={text}
      buttons={opener === 'button'}
      look={LOOKS[opener]}
    />
  );
}

/** Several people from one list: all of them for who administers people, else active colleagues. */
export function MultiUserSelect(props: PeopleSelectProps): ReactNode {
  const mayList = usePermission('system:user:list');
  return (
    <RecordSelect
      width={POPUP_PICKER_WIDTH}
      {...props}
      of={colleague}
      {...(mayList ? { listUrl: routePath(user, 'list') } : {})}
      valueUrl={pathOf(peopleCalls.named)}
      valueKey="username"
      displayKey="realname"
    />
  );
}

export const RoleSelect = (props: PeopleSelectProps): ReactNode => (
  <RecordSelect {...props} of={role} valueKey="code" displayKey="name" columns={['name', 'code', 'description']} />
);

export const PositionSelect = (props: PeopleSelectProps): ReactNode => (
  <RecordSelect {...props} of={position} valueKey="code" displayKey="name" columns={['name', 'code', 'rank']} />
);
