import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Drawer, Form, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { secret, type Fields } from '#kit/model/field.ts';
import {
  ApiError,
  call,
  get,
  refreshResource,
  useRemoteOptions,
  useSession,
  writeKeys,
  type Row,
  FormDrawer,
  takenCheck,
} from '#kit/web/index.ts';
import { userFields } from '../model/user.ts';
import { DepartSelect, PositionSelect, RoleSelect } from './pickers/lazy-pickers.ts';
import type { Depart } from './use-departs.ts';
import { userView } from './views.ts';

const { username, realname, sex, phone, email, telephone, workNo, birthday } = userFields;
const PROFILE: Fields = { realname, sex, birthday, phone, email, telephone, workNo };
const NEW: Fields = {
  username,
  password: secret('登录密码', { required: true, hint: '至少8位，不能是常见密码或包含账号' }),
  ...PROFILE,
};
const LAYOUT = [
  ['realname', 'workNo'],
  ['phone', 'email'],
  ['sex', 'birthday', 'telephone'],
];

/** A person with roles, departments, positions and the shops and warehouses they work in. */
export function UserForm({
  id,
  onClose,
}: {
  id: string | undefined;
  onClose: () => void;
}): ReactNode {
  const me = useSession().user.id;
  const stored = useQuery({
    queryKey: ['sys:user', 'form', id],
    queryFn: () => readForm(id, me),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!stored.data)
    return (
      <Drawer open title={id ? '编辑用户' : '新增用户'} size={640} onClose={onClose}>
        {stored.error ? (
          <Alert
            type="error"
            showIcon
            title={stored.error.message}
            action={<Button onClick={() => void stored.refetch()}>重试</Button>}
          />
        ) : (
          <Skeleton active />
        )}
      </Drawer>
    );
  const { before, initial, own } = stored.data;
  const isTaken = takenCheck(
    { ...userView, wire: { path: '/sys/user', table: 'sys_user' } },
    before,
  );
  return (
    <FormDrawer
      title={before ? `编辑用户：${String(before['username'])}` : '新增用户'}
      draft={{ of: 'sys_user', id }}
      isTaken={isTaken}
      fields={before ? PROFILE : NEW}
      layout={before ? LAYOUT : [['username', 'password'], ...LAYOUT]}
      initial={initial}
      extraNames={['selectedroles', 'selecteddeparts', 'post', 'shops', 'warehouses']}
      send={(values) =>
        call(before ? 'PUT' : 'POST', `/sys/user/${before ? 'edit' : 'add'}`, {
          body: bodyOf(values, before),
        })
      }
      onSaved={() => void refreshResource(userView)}
      onClose={onClose}
    >
      <PlaceInputs isNew={!before} own={own} />
    </FormDrawer>
  );
}

/** null: all. */
interface Scope {
  shops: string[] | null;
  warehouses: string[] | null;
}

function PlaceInputs({ isNew, own }: { isNew: boolean; own: Scope }): ReactNode {
  return (
    <>
      <Form.Item
        name="selectedroles"
        label="角色"
        required
        rules={[{ required: true, message: '请选择角色' }]}
      >
        <RoleSelect returnId />
      </Form.Item>
      <div className="wb-form-row" data-columns={2}>
        <Form.Item name="selecteddeparts" label="部门">
          <DepartSelect multiple treeOpera />
        </Form.Item>
        <Form.Item name="post" label="职务">
          <PositionSelect />
        </Form.Item>
      </div>
      <ScopeInput
        name="shops"
        all="isAllShops"
        label="店铺范围"
        to="base:channelAccount"
        mayGiveAll={own.shops === null}
      />
      <ScopeInput
        name="warehouses"
        all="isAllWarehouses"
        label="仓库范围"
        to="base:warehouse"
        mayGiveAll={own.warehouses === null}
      />
      {isNew && (
        <Form.Item name="mustChangePassword" valuePropName="checked">
          <Checkbox>首次登录须修改密码</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** All, or the named ones only; none named means none at all. */
function ScopeInput({
  name,
  all,
  label,
  to,
  mayGiveAll,
}: {
  name: string;
  all: string;
  label: string;
  to: string;
  /** Who sees some only may not show all of them to others. */
  mayGiveAll: boolean;
}): ReactNode {
  const isAll: unknown = Form.useWatch(all);
  return (
    <>
      <Form.Item name={all} valuePropName="checked" label={label} style={{ marginBottom: 4 }}>
        <Checkbox disabled={!mayGiveAll}>全部</Checkbox>
      </Form.Item>
      <Form.Item
        name={name}
        hidden={isAll !== false}
        extra="不选表示一个都不能看"
        aria-label={label}
      >
        <ScopeSelect to={to} label={label} />
      </Form.Item>
    </>
  );
}

function ScopeSelect({
  to,
  label,
  value = [],
  onChange,
}: {
  to: string;
  label: string;
  value?: string[] | null;
  onChange?: (value: string[]) => void;
}): ReactNode {
  const ids = value ?? [];
  const remote = useRemoteOptions(to, ids);
  return (
    <Select
      {...remote.props}
      mode="multiple"
      labelInValue
      aria-label={label}
      value={ids.map((id) => ({ value: id, label: remote.labelOf(id) ?? '加载中…' }))}
      onChange={(next: { value: string }[]) => onChange?.(next.map((one) => one.value))}
    />
  );
}

interface UserFormData {
  /** The person as they are stored; absent for a new one. */
  before?: Row;
  initial: Record<string, unknown>;
  /** What whoever fills in the form sees themselves. */
  own: Scope;
}

/** A new person begins with the shops and warehouses of whoever adds them. */
async function readForm(id: string | undefined, me: string): Promise<UserFormData> {
  const [own, before] = await Promise.all([readScope(me), id ? readUser(id) : undefined]);
  if (before) return { before, initial: before, own };
  return { initial: { ...scopeInputs(own), mustChangePassword: true }, own };
}

const readScope = (id: string): Promise<Scope> =>
  get<Scope>('/sys/user/queryUserScope', { userid: id });

const scopeInputs = ({ shops, warehouses }: Scope): Record<string, unknown> => ({
  shops: shops ?? [],
  warehouses: warehouses ?? [],
  isAllShops: shops === null,
  isAllWarehouses: warehouses === null,
});

/** A person as the form holds them: what belongs to the place beside the profile. */
async function readUser(id: string): Promise<Row> {
  const [user, roles, departs, scope] = await Promise.all([
    get<Row>('/sys/user/queryById', { id }),
    orNone(get<string[]>('/sys/user/queryUserRole', { userid: id })),
    orNone(get<Depart[]>('/sys/user/userDepartList', { userId: id })),
    readScope(id),
  ]);
  return {
    ...user,
    sex: user['sex'] === null ? null : String(user['sex']),
    selectedroles: writeKeys(roles),
    selecteddeparts: writeKeys(departs.map((depart) => depart.id)),
    ...scopeInputs(scope),
  };
}

/** These routes refuse (code 500, status 200) where a person has none. */
const orNone = <T,>(list: Promise<T[]>): Promise<T[]> =>
  list.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 200) return [];
    throw error;
  });

function bodyOf(values: Record<string, unknown>, before: Row | undefined): Record<string, unknown> {
  const { isAllShops, isAllWarehouses, shops, warehouses, ...rest } = values;
  const body: Record<string, unknown> = {
    ...rest,
    selectedroles: rest['selectedroles'] ?? '',
    selecteddeparts: rest['selecteddeparts'] ?? '',
    post: rest['post'] ?? '',
    shops: isAllShops === true ? null : (shops ?? []),
    warehouses: isAllWarehouses === true ? null : (warehouses ?? []),
  };
  return before ? { id: before.id, ...body } : body;
}
