import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Select } from 'antd';
import { useCallback, useMemo, type ReactNode } from 'react';
import { secret, type Fields } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import {
  ApiError,
  askResource,
  askRoute,
  callResource,
  FormDrawer,
  keyOf,
  refreshResource,
  takenCheck,
  useRemoteOptions,
  useSession,
  writeKeys,
  type Row,
} from '#kit/web/index.ts';
import { peopleCalls } from '../model/routes/people.ts';
import { userCalls, type SeenRows } from '../model/routes/users.ts';
import { user } from '../model/user.ts';
import { DepartSelect, PositionSelect, RoleSelect } from './pickers/lazy-pickers.ts';

const { username, realname, sex, phone, email, telephone, workNo, birthday } = user.fields;
const PROFILE: Fields = { realname, sex, birthday, phone, email, telephone, workNo };
const NEW: Fields = {
  username,
  password: secret('登录密码', { required: true, hint: '至少8位，不能是常见密码或包含账号' }),
  ...PROFILE,
};
/** What a person is in the tenant: inputs of the form's own. */
const PLACE = [
  'selectedroles',
  'selecteddeparts',
  'post',
  'isAllShops',
  'shops',
  'isAllWarehouses',
  'warehouses',
];

/** A person with roles, departments, positions and the shops and warehouses they work in. */
export function UserForm({
  id,
  copyOf,
  onClose,
}: {
  id?: string | undefined;
  /** Whose roles, departments, positions, shops and warehouses a new person begins with. */
  copyOf?: string | undefined;
  onClose: () => void;
}): ReactNode {
  const me = useSession().user.id;
  const stored = useQuery({
    queryKey: keyOf(user, 'form', id ?? `copy ${copyOf ?? ''}`),
    queryFn: () => readForm(id, me, copyOf),
    gcTime: 0,
    staleTime: Infinity,
  });
  const { before, initial, own } = stored.data ?? { own: NOTHING };
  const isTaken = useMemo(() => takenCheck(user, before), [before]);
  const read = useCallback(() => readUser(id ?? ''), [id]);
  return (
    <FormDrawer
      title={
        id
          ? `编辑用户${before ? `：${String(before['username'])}` : ''}`
          : copyOf
            ? '复制用户'
            : '新增用户'
      }
      draft={{ of: resourceKey(user), id: id ?? (copyOf && `copy-${copyOf}`) }}
      source={{ ...stored, isReady: stored.data !== undefined }}
      isTaken={isTaken}
      fields={id ? PROFILE : NEW}
      layout={id ? user.form : [['username', 'password'], ...user.form]}
      initial={initial}
      extraNames={PLACE}
      edited={before && { of: user, before, read }}
      send={(values, version) =>
        id
          ? callResource(user, 'edit', { body: { id, version, ...bodyOf(values) } })
          : callResource(user, 'add', { body: bodyOf(values) })
      }
      onSaved={() => void refreshResource(user)}
      onClose={onClose}
    >
      <PlaceInputs isNew={!id} own={own} />
    </FormDrawer>
  );
}

const NOTHING: SeenRows = { shops: [], warehouses: [] };

function PlaceInputs({ isNew, own }: { isNew: boolean; own: SeenRows }): ReactNode {
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
  own: SeenRows;
}

/** A new person begins with the shops and warehouses of whoever adds them. */
async function readForm(
  id: string | undefined,
  me: string,
  copyOf: string | undefined,
): Promise<UserFormData> {
  const from = id ?? copyOf;
  const [own, read] = await Promise.all([readScope(me), from ? readUser(from) : undefined]);
  if (read && id) return { before: read, initial: read, own };
  if (read) {
    const place = Object.fromEntries(PLACE.map((name) => [name, read[name]]));
    return { initial: { ...place, mustChangePassword: true }, own };
  }
  return { initial: { ...scopeInputs(own), mustChangePassword: true }, own };
}

const readScope = (id: string): Promise<SeenRows> =>
  askRoute(userCalls.scope, { query: { userid: id } });

const scopeInputs = ({ shops, warehouses }: SeenRows): Record<string, unknown> => ({
  shops: shops ?? [],
  warehouses: warehouses ?? [],
  isAllShops: shops === null,
  isAllWarehouses: warehouses === null,
});

/** A person as the form holds them: what belongs to the place beside the profile. */
async function readUser(id: string): Promise<Row> {
  const [row, roles, departs, scope] = await Promise.all([
    askResource<Row>(user, 'queryById', { id }),
    orNone(askRoute(userCalls.roles, { query: { userid: id } })),
    orNone(askRoute(peopleCalls.departsOf, { query: { userId: id } })),
    readScope(id),
  ]);
  return {
    ...row,
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

function bodyOf(values: Record<string, unknown>): Record<string, unknown> {
  const { isAllShops, isAllWarehouses, shops, warehouses, ...rest } = values;
  return {
    ...rest,
    selectedroles: rest['selectedroles'] ?? '',
    selecteddeparts: rest['selecteddeparts'] ?? '',
    post: rest['post'] ?? '',
    shops: isAllShops === true ? null : (shops ?? []),
    warehouses: isAllWarehouses === true ? null : (warehouses ?? []),
  };
}
