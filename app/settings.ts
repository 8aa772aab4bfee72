import { isIP } from 'node:net';
import { rules } from '#kit/model/rules.ts';
import { brokenRule, type PasswordRule } from '#modules/system/model/password.ts';

/** How one environment variable is read. */
export interface Setting<T> {
  /** Value when the variable is unset or empty. */
  unset: T;
  /** Blanks around the text belong to it (passwords). */
  keepsBlanks?: boolean;
  /** Throws an Error whose message says what is wrong, to stand after the variable's name. */
  read(text: string): T;
}

/**
 * Values from manuals and samples, lower-case: whoever copies one has no secret. Kept as parts, so
 * that a sample with an ornament around it is caught too.
 */
const KNOWN_SECRETS = [
  'changeme',
  'change-me',
  'change_me',
  'please-change',
  'replace-me',
  'replace-with',
  'your-secret',
  'your_secret',
  'yoursecret',
  'secretkeysecretkey',
  'supersecret',
  'super-secret',
  'example',
  'default',
  'password',
  'admin123',
  '123456',
  'qwerty',
  'abcdefgh',
  'waybill-secret',
];

/** Reads one variable; what is wrong is added to `faults` by name, never with the value. */
export function readSetting<T>(name: string, setting: Setting<T>, raw: string | undefined, faults: string[]): T {
  if (raw === undefined || raw.trim() === '') return setting.unset;
  try {
    return setting.read(setting.keepsBlanks ? raw : raw.trim());
  } catch (error) {
    faults.push(`${name} ${(error as Error).message}`);
    return setting.unset;
  }
}

export const anyText = (unset: string): Setting<string> => ({
  unset,
  read: (text) => {
    if (text.length > 300) throw new Error('is longer than 300 characters');
    return text;
  },
});

export const integer = (least: number, most: number, unset: number): Setting<number> => ({
  unset,
  read: (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new Error(`must be a whole number from ${least} to ${most}, not "${text}"`);
    return value;
  },
});

export const choice = <T extends string>(options: readonly T[], unset: T): Setting<T> => ({
  unset,
  read: (text) => {
    if (!options.includes(text as T)) throw new Error(`must be one of ${options.join(', ')}, not "${text}"`);
    return text as T;
  },
});

/** Unset is not the same as off: the default may depend on other settings. */
export const flag = (): Setting<boolean | undefined> => ({
  unset: undefined,
  read: (text) => {
    if (['1', 'true', 'on', 'yes'].includes(text.toLowerCase())) return true;
    if (['0', 'false', 'off', 'no'].includes(text.toLowerCase())) return false;
    throw new Error(`must be 1 or 0, not "${text}"`);
  },
});

/** Address of a server, which may hold a password: the message never repeats it. */
export const serverUrl = (schemes: readonly string[]): Setting<string> => ({
  unset: '',
  read: (text) => {
    const requested = `must be an address like ${schemes[0]}//user:password@host/name`;
    if (!URL.canParse(text)) throw new Error(requested);
    const url = new URL(text);
    if (!schemes.includes(url.protocol)) throw new Error(`${requested}, not ${url.protocol}//…`);
    return text;
  },
});

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** An address whose traffic others can read: plain http beyond this machine. */
const isOpenToReaders = ({ protocol, hostname }: URL): boolean =>
  protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.includes(hostname));

/** Address of a system that vouches for people: https, or http on this machine. */
export const vouchingUrl = (): Setting<string> => ({
  unset: '',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || isOpenToReaders(url) || url.username || url.search || url.hash)
      throw new Error('must be an https address (http only on this machine)');
    return text.replace(/\/+$/, '');
  },
});

/** One origin, e.g. `https://erp.example.com`. */
export const origin = (): Setting<string> => ({
  unset: '',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
      throw new Error(`must be an address like https://erp.example.com, not "${text}"`);
    return url.origin;
  },
});

/** A link or picture: http(s), or a path of this server. */
export const webUrl = (): Setting<string> => ({
  unset: '',
  read: (text) => {
    const isPath = /^\/(?![/\\])\S*$/.test(text);
    const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
    if (!isPath && !isWeb) throw new Error('must be an http(s) address or a path starting with /');
    return text;
  },
});

export const pathPrefix = (unset: string): Setting<string> => ({
  unset,
  read: (text) => {
    if (!/^(\/[a-z0-9_-]+)+$/i.test(text))
      throw new Error(`must be a path like /api without a slash at its end, not "${text}"`);
    return text;
  },
});

/** Comma-separated origins, e.g. `https://api.example.com,https://files.example.com:8443`. */
export const origins = (): Setting<string[]> => ({
  unset: [],
  read: (text) => listed(text).map(readOrigin),
});

/** Comma-separated addresses and networks, e.g. `10.0.0.7,10.1.0.0/16,loopback`. */
export const networks = (): Setting<string[]> => ({
  unset: [],
  read: (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        const [address = '', bits, rest] = part.split('/');
        const most = isIP(address) === 6 ? 128 : 32;
        const isNetwork =
          isIP(address) !== 0 &&
          rest === undefined &&
          (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
        // A network of everybody would let any client say which address it comes from.
        if (!(isNetwork && bits !== '0') && part !== 'loopback')
          throw new Error(`must list addresses or networks like 10.0.0.7 or 10.1.0.0/16, which "${part}" is not`);
        return part;
      }),
});

/** Comma-separated origins, each behind the number of the tenant it is for: `2=https://api.example.com`. */
export const tenantOrigins = (): Setting<ReadonlyMap<number, readonly string[]>> => ({
  unset: new Map(),
  read: (text) => {
    const byTenant = new Map<number, string[]>();
    for (const part of listed(text)) {
      const [, tenant, origin] = /^([1-9]\d{0,8})\s*=\s*(.*)$/.exec(part) ?? [];
      if (tenant === undefined || origin === undefined)
        throw new Error(`must list origins like 2=https://host:port, which "${part}" is not`);
      const known = byTenant.get(Number(tenant)) ?? [];
      byTenant.set(Number(tenant), [...known, readOrigin(origin)]);
    }
    return byTenant;
  },
});

/** Comma-separated hosts with their ports, each behind the number of the tenant it is for: `2=10.0.0.5:5432`. */
export const tenantHosts = (): Setting<ReadonlyMap<number, readonly string[]>> => ({
  unset: new Map(),
  read: (text) => {
    const byTenant = new Map<number, string[]>();
    for (const part of listed(text)) {
      const [, tenant, host] = /^([1-9]\d{0,8})\s*=\s*([\w.:[\]-]+:\d{1,5})$/.exec(part) ?? [];
      if (tenant === undefined || host === undefined)
        throw new Error(`must list hosts like 2=10.0.0.5:5432, which "${part}" is not`);
      byTenant.set(Number(tenant), [...(byTenant.get(Number(tenant)) ?? []), host.toLowerCase()]);
    }
    return byTenant;
  },
});

/** An account at a carrier, with its key in clear. */
export interface CarrierAccess {
  apiUrl: string;
  accountNumber: string;
  apiKey: string;
}

/** Comma-separated accounts, each behind the code of its carrier: `acme=NUMBER:KEY@https://api.acme.example/v1`. */
export const carrierAccounts = (): Setting<ReadonlyMap<string, CarrierAccess>> => ({
  unset: new Map(),
  read: (text) =>
    new Map(
      listed(text).map((part) => {
        const read = /^([a-z][\w-]*)\s*=\s*([^:]*):(.+)@(https?:\/\/\S+)$/.exec(part);
        const [, code, accountNumber, apiKey, apiUrl] = read ?? [];
        if (!code || !apiKey || !apiUrl || !URL.canParse(apiUrl))
          throw new Error('must list accounts like acme=NUMBER:KEY@https://api.acme.example/v1');
        return [code, { apiUrl, accountNumber: accountNumber ?? '', apiKey }];
      }),
    ),
});

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readOrigin(part: string): string {
  const url = URL.canParse(part) ? new URL(part) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && !url.username;
  if (!isOrigin || !['', '/'].includes(url.pathname) || url.search || url.hash)
    throw new Error(`must list origins like https://host:port, which "${part}" is not`);
  return url.origin;
}

const PASSWORD_RULES: Readonly<Record<PasswordRule, string>> = {
  tooShort: 'has fewer than 8 characters',
  tooLong: 'has more than 256 characters',
  common: 'is one of the commonest passwords',
  run: 'is one character, or one run of characters',
  userName: 'holds the user name (admin)',
};

/** Password of a person, judged like one that a person would choose. */
export const personPassword = (): Setting<string> => ({
  unset: '',
  keepsBlanks: true,
  read: (text) => {
    const broken = brokenRule(text, 'admin');
    if (broken) throw new Error(`is too simple: it ${PASSWORD_RULES[broken]}`);
    return text;
  },
});

/** Sender of mails: an address, or a name with the address in angle brackets. */
export const mailSender = (): Setting<string> => ({
  unset: '',
  read: (text) => {
    const address = /^[^<>\p{Cc}]{0,80}<([^<>]+)>$/u.exec(text)?.[1] ?? text;
    if (rules.email(address) !== null)
      throw new Error(`must be an address like Waybill <noreply@example.com>, not "${text}"`);
    return text;
  },
});

export const secretText = (least: number): Setting<string> => ({
  unset: '',
  read: (text) => {
    if (text.length < least) throw new Error(`must have at least ${least} characters`);
    if (new Set(text).size < 6) throw new Error('repeats the same few characters');
    if (KNOWN_SECRETS.some((known) => text.toLowerCase().includes(known)))
      throw new Error('is a known sample value; choose one of your own');
    return text;
  },
});
