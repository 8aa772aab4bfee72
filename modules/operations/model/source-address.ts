/** What a data source is reached by. */
export type Engine = 'mysql' | 'postgresql';

/** Where a data source stands, read from its address. */
export interface SourceAddress {
  engine: Engine;
  /** A name or an IP, without brackets. */
  host: string;
  port: number;
  /** '' where the address names none. */
  database: string;
  /** Whether the connection is encrypted: not, without a look at the certificate, or with one. */
  tls: 'off' | 'on' | 'verified';
  /** PostgreSQL: where unqualified names are looked for; null: as the server has it. */
  schema: string | null;
}

/** By the codes of database_type (contract §4): those that are spoken to. */
export const ENGINES: Readonly<Record<string, Engine>> = {
  '1': 'mysql',
  '4': 'mysql',
  '5': 'mysql',
  '6': 'postgresql',
};

/** Drivers as clients of the base name them. None of them is loaded: each says which engine is meant. */
const DRIVERS: Readonly<Record<string, Engine>> = {
  'com.mysql.jdbc.Driver': 'mysql',
  'com.mysql.cj.jdbc.Driver': 'mysql',
  'org.mariadb.jdbc.Driver': 'mysql',
  'org.postgresql.Driver': 'postgresql',
};

/** Schemes of addresses, as JDBC has them. */
const SCHEMES: Readonly<Record<string, Engine>> = {
  'jdbc:mysql': 'mysql',
  'jdbc:mariadb': 'mysql',
  'jdbc:postgresql': 'postgresql',
};

const PORTS: Readonly<Record<Engine, number>> = { mysql: 3306, postgresql: 5432 };

/** Parameters that an address may carry. What is not read here has no effect. */
const PARAMETERS: Readonly<Record<Engine, ReadonlySet<string>>> = {
  mysql: new Set([
    'characterEncoding',
    'useUnicode',
    'useSSL',
    'serverTimezone',
    'zeroDateTimeBehavior',
    'tinyInt1isBit',
    'connectTimeout',
    'allowPublicKeyRetrieval',
  ]),
  postgresql: new Set(['sslmode', 'currentSchema', 'connectTimeout', 'ApplicationName']),
};

const ADDRESS =
  /^(jdbc:[a-z]+):\/\/(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::(\d{1,5}))?(?:\/([\w-]{0,63}))?(?:\?(.*))?$/i;
const NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const VALUE = /^[\w./:+-]{0,64}$/;
/** A zone as addresses of MySQL commonly have it, with its sign escaped: `GMT%2B8`. */
const ESCAPED_ZONE = /^[A-Z]{3}%2B\d{1,2}(?:(?::|%3A)\d{2})?$/i;

/** @returns what is wrong with a driver for an engine, in words; null where nothing is */
export function driverFault(driver: string | null, engine: Engine): string | null {
  if (driver === null || driver === '') return null;
  if (!Object.hasOwn(DRIVERS, driver)) return '驱动不在可用列表中，请留空或选用 MySQL、MariaDB、PostgreSQL 的驱动';
  return DRIVERS[driver] === engine ? null : '驱动与数据库类型不符';
}

/**
 * Reads an address like `jdbc:mysql://host:3306/db?useSSL=true`. Only a host, a port, a name and parameters of a
 * short list can be said by it: whatever else drivers take from an address is refused by its name.
 * @returns what is wrong with it in words otherwise
 */
export function readAddress(text: string, engine: Engine): SourceAddress | string {
  const [, scheme = '', host = '', port = '', database = '', query = ''] = ADDRESS.exec(text.trim()) ?? [];
  if (scheme === '') return '连接地址请写成 jdbc:mysql://主机:端口/库名 或 jdbc:postgresql://主机:端口/库名';
  if (SCHEMES[scheme.toLowerCase()] !== engine) return '连接地址与数据库类型不符';
  const number = port === '' ? PORTS[engine] : Number(port);
  if (number < 1 || number > 65_535) return '端口请填 1 至 65535';
  const parameters = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    // As it is written: a blank, another case or an escape in a name is no way around the list.
    if (!NAME.test(name) || !PARAMETERS[engine].has(name) || !isValue(name, value) || parameters.has(name))
      return `连接地址有安全风险，【${plain(name)}】`;
    parameters.set(name, value);
  }
  const schema = parameters.get('currentSchema') ?? null;
  return {
    engine,
    host: host.replace(/^\[|\]$/g, '').toLowerCase(),
    port: number,
    database,
    tls: tlsOf(parameters),
    schema,
  };
}

const isValue = (name: string, value: string): boolean =>
  VALUE.test(value) || (name === 'serverTimezone' && ESCAPED_ZONE.test(value));

function tlsOf(parameters: ReadonlyMap<string, string>): SourceAddress['tls'] {
  const mode = parameters.get('sslmode') ?? parameters.get('useSSL') ?? 'false';
  if (mode === 'verify-full' || mode === 'verify-ca') return 'verified';
  return mode === 'require' || mode === 'true' ? 'on' : 'off';
}

/** A name as people read it, without what could be more than a name. */
const plain = (name: string): string => name.replaceAll(/[^\w.%\s-]/g, '').slice(0, 60);
