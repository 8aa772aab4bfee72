import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import { secret, type Fields } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import {
  ApiError,
  fetchResource,
  fetchRoute,
  callResource,
  FormDrawer,
  keyOf,
  refreshResource,
  takenCheck,
  useSession,
  writeKeys,
  type Row,
} from '#kit/web/index.ts';
import { depart } from '../model/depart.ts';
import { peopleCalls } from '../model/routes/people.ts';
import { userCalls, type SeenRows } from '../model/routes/users.ts';
import { user } from '../model/user.ts';
import { PlaceInputs, USER_IDENTITIES } from './user-place-inputs.tsx';

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
  'userIdentity',
  'departIds',
  'isAllShops',
  'shops',
  'isAllWarehouses',
  'warehouses',
];

/** What a person begins with who is made like another: whom somebody leads is theirs alone. */
const COPIED = PLACE.filter((name) => name !== 'userIdentity' && name !== 'departIds');

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
      title={id ? `编辑用户${before ? `：${String(before['username'])}` : ''}` : copyOf ? '复制用户' : '新增用户'}
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
      onSaved={() => {
        void refreshResource(user);
        // It names who leads it.
        void refreshResource(depart);
      }}
      onClose={onClose}
    >
      <PlaceInputs isNew={!id} own={own} />
    </FormDrawer>
  );
}

const NOTHING: SeenRows = { shops: [], warehouses: [] };

interface UserFormData {
  /** The person as they are stored; absent for a new one. */
  before?: Row;
  initial: Record<string, unknown>;
  /** What whoever fills in the form sees themselves. */
  own: SeenRows;
}

const NEW_PERSON = { userIdentity: USER_IDENTITIES.ordinary, mustChangePassword: true };

/** A new person begins with the shops and warehouses of whoever adds them. */
async function readForm(id: string | undefined, me: string, copyOf: string | undefined): Promise<UserFormData> {
  const from = id ?? copyOf;
  const [own, read] = await Promise.all([readScope(me), from ? readUser(from) : undefined]);
  if (read && id) return { before: read, initial: read, own };
  if (read) {
    const place = Object.fromEntries(COPIED.map((name) => [name, read[name]]));
    return { initial: { ...NEW_PERSON, ...place }, own };
  }
  return { initial: { ...NEW_PERSON, ...scopeInputs(own) }, own };
}

const readScope = (id: string): Promise<SeenRows> => fetchRoute(userCalls.scope, { query: { userid: id } });

const scopeInputs = ({ shops, warehouses }: SeenRows): Record<string, unknown> => ({
  shops: shops ?? [],
  warehouses: warehouses ?? [],
  isAllShops: shops === null,
  isAllWarehouses: warehouses === null,
});

/** A person as the form holds them: what belongs to the place beside the profile. */
async function readUser(id: string): Promise<Row> {
  const [row, roles, departs, scope] = await Promise.all([
    fetchResource<Row>(user, 'queryById', { id }),
    orNone(fetchRoute(userCalls.roles, { query: { userid: id } })),
    orNone(fetchRoute(peopleCalls.departsOf, { query: { userId: id } })),
    readScope(id),
  ]);
  return {
    ...row,
    selectedroles: writeKeys(roles),
    selecteddeparts: writeKeys(departs.map((one) => one.id)),
    userIdentity: String(row['userIdentity'] ?? USER_IDENTITIES.ordinary),
    departIds: row['departIds'] || null,
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
    departIds: rest['userIdentity'] === USER_IDENTITIES.superior ? (rest['departIds'] ?? '') : '',
    shops: isAllShops === true ? null : (shops ?? []),
    warehouses: isAllWarehouses === true ? null : (warehouses ?? []),
  };
}
