import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { nameToWire } from '#kit/model/wire.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/writer.ts';
import { limitCalls } from '#modules/system/server/index.ts';
import { ProbeError, type Probe, type ProbeFault } from '#platform/databases/probe.ts';
import { dataSource } from '../model/data-source.ts';
import { sourceCalls } from '../model/routes.ts';
import { driverFault, ENGINES, readAddress, type SourceAddress } from '../model/source-address.ts';

const TESTS_PER_MINUTE = 10;
/** A secret as it is answered: it stands for the one that is stored. */
const HIDDEN = '***';

/** What is sent to a server: another of them is sent no password that was typed for this one. */
const BOUND = ['type', 'url', 'username'] as const;

export const dataSourceGuards: Guards<typeof dataSource> = {
  add: async (_tx, values) => void addressOf(values),
  async edit(_tx, before, values) {
    addressOf({ ...before, ...values });
    const isMoved = BOUND.some((key) => key in values && values[key] !== before[key]);
    if (isMoved && before.password !== null && !values.password)
      throw invalid([{ field: 'password', code: 'required', message: '类型、地址或用户名已修改，请重新输入密码' }]);
  },
};

interface Judged {
  type?: unknown;
  driver?: unknown;
  url?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Where a source stands. @throws Refusal 422 for what is not spoken to, or must not be */
export function addressOf({ type, driver, url }: Judged): SourceAddress {
  const engine = Object.hasOwn(ENGINES, textOf(type)) ? ENGINES[textOf(type)] : undefined;
  if (!engine) throw invalid([{ field: 'type', code: 'rule', message: '目前只支持 MySQL、MariaDB 和 PostgreSQL' }]);
  const errors: FieldError[] = [];
  const wrong = driverFault(textOf(driver), engine);
  if (wrong) errors.push({ field: 'driver', code: 'rule', message: wrong });
  const address = readAddress(textOf(url), engine);
  if (typeof address === 'string') throw invalid([...errors, { field: 'url', code: 'rule', message: address }]);
  if (errors.length > 0) throw invalid(errors);
  return address;
}

/** Why a database was not reached, in words for people. */
export const FAULTS: Readonly<Record<ProbeFault, string>> = {
  blocked: '不能连接内网地址，请联系平台运营放行',
  dns: '找不到主机，请检查地址',
  refused: '对方拒绝连接，请检查主机、端口和防火墙',
  timeout: '连接超时，请检查主机、端口和防火墙',
  signIn: '用户名或密码不正确',
  database: '数据库不存在，请检查库名',
  tls: '加密连接失败，请检查证书或加密方式',
  protocol: '对方没有按该数据库类型应答',
  superuser: '不能用超级用户或能读写服务器文件的账号查询，请给数据源换一个只读账号',
};

export interface SourceServices {
  db: Database;
  probe: Probe;
  sourceHosts: (tenant: number) => readonly string[];
}

/** Choosing a source, and trying one before it is stored. */
export const dataSourceRoutes = ({ db, probe, sourceHosts }: SourceServices): Route[] => [
  implement(sourceCalls.options, (call) =>
    call.tx(async (tx) =>
      (await pick(tx, dataSource, ['code', 'name'])`deleted_at is null order by code`).map(({ code, name }) => ({
        value: code,
        label: name,
        text: name,
      })),
    ),
  ),
  implement(sourceCalls.test, async (call) => {
    await limitCalls(
      db,
      { kind: 'lookup', subject: `data source ${call.actor.tenant} ${call.actor.userId ?? ''}`, times: 1 },
      TESTS_PER_MINUTE,
    );
    const { dbType: type, dbDriver: driver, dbUrl: url, dbName, dbUsername, dbPassword, id } = call.body;
    const address = onWire(() => addressOf({ type, driver, url }));
    const typed = textOf(dbPassword);
    const username = textOf(dbUsername);
    const stored = typed === '' || typed === HIDDEN;
    const password = stored
      ? await call.tx((tx) => passwordFor(tx, textOf(id), { type: textOf(type), url: textOf(url), username }, typed))
      : typed;
    const database = textOf(dbName) || address.database;
    if (address.engine === 'postgresql' && database === '')
      throw invalid([{ field: 'dbName', code: 'required', message: '请填写数据库名称' }]);
    const mayBePrivate = sourceHosts(call.actor.tenant).includes(`${address.host}:${address.port}`);
    await probe({ ...address, database, username, password }, { mayBePrivate }).catch((error: unknown) => {
      if (!(error instanceof ProbeError)) throw error;
      throw new Refusal('notConnected', `数据库连接失败：${FAULTS[error.fault]}`);
    });
    return answer('数据库连接成功');
  }),
];

/** Errors at fields by their names on the wire. */
function onWire<T>(judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Refusal) for (const one of error.errors) one.field = nameToWire(dataSource.wire, one.field);
    throw error;
  }
}

type Target = Record<(typeof BOUND)[number], string>;

/**
 * The stored password of a source that is edited. Forms of the base send what stands for it without saying which
 * source that is: any that leads to the same server and account then.
 */
async function passwordFor(tx: Tx, id: string, now: Target, typed: string): Promise<string> {
  if (isUuid(id)) return storedPassword(tx, id, now);
  if (typed !== HIDDEN) return '';
  const [row] = await pick(tx, dataSource, ['password'])`
    type = ${now.type} and url = ${now.url} and username = ${now.username} and password is not null
    and deleted_at is null order by coalesce(update_time, create_time) desc`;
  return row?.password ? tx.vault.open(row.password) : '';
}

/** The stored password, for the very server and account that it was typed for; '' where there is none. */
async function storedPassword(tx: Tx, id: string, now: Target): Promise<string> {
  const [row] = await pick(tx, dataSource, ['type', 'url', 'username', 'password'])`
    id = ${id}::uuid and deleted_at is null`;
  if (!row?.password) return '';
  if (BOUND.some((key) => row[key] !== now[key]))
    throw invalid([{ field: 'dbPassword', code: 'required', message: '类型、地址或用户名已修改，请重新输入密码' }]);
  return tx.vault.open(row.password);
}
