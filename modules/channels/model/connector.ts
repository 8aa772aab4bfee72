import type { Support } from '#kit/model/lifecycle.ts';
import { CAPABILITIES, type Capability, type Supports } from './capability.ts';
import type { Connection, Connector, ConnectorAccount, Fetch } from './port.ts';

/** The methods of a connection as functions of what an account was opened with. */
export type Operations<Client> = {
  [M in keyof Connection]: (
    client: Client,
    ...given: Parameters<NonNullable<Connection[M]>>
  ) => ReturnType<NonNullable<Connection[M]>>;
};

/** How people do what a channel has no interface for. */
type ByHand = Partial<Record<Capability, Extract<Support, 'file' | 'manual'>>>;

interface ConnectorDeclaration<Client, O> extends Omit<Connector, 'supports' | 'connect'> {
  /** What no operation stands for and people can do all the same; all else is not offered. */
  byHand?: ByHand;
  /** @throws ChannelError `validation` for settings that cannot be read */
  open(account: ConnectorAccount, fetch: Fetch, now: () => Date): Client;
  operations: O & Record<Exclude<keyof O, keyof Connection>, never>;
}

/** A connector whose connections are known to have these methods. */
interface DefinedConnector<M extends keyof Connection> extends Connector {
  connect(...given: Parameters<Connector['connect']>): Connection & Required<Pick<Connection, M>>;
}

/**
 * A marketplace from its operations: what it supports follows from them.
 * @throws Error where a capability is both an operation and done by hand, or half there, or where an
 * account would have more than one secret
 */
export function defineConnector<Client, O extends Operations<Client>>({
  byHand = {},
  open,
  operations,
  ...about
}: ConnectorDeclaration<Client, O>): DefinedConnector<keyof O & keyof Connection> {
  if (about.accountFields.filter(({ secret }) => secret).length > 1)
    throw new Error(`${about.code}: a shop keeps one secret`);
  const supports = supportsOf(about.code, Object.keys(operations), byHand);
  return {
    ...about,
    supports,
    connect(account, fetch, now) {
      const client = open(account, fetch, now);
      const bound = Object.entries(operations).map(([name, operation]) => {
        const call = operation as (client: Client, ...given: unknown[]) => unknown;
        return [name, (...given: unknown[]) => call(client, ...given)];
      });
      return Object.fromEntries(bound) as unknown as ReturnType<
        DefinedConnector<keyof O & keyof Connection>['connect']
      >;
    },
  };
}

function supportsOf(code: string, operations: readonly string[], byHand: ByHand): Supports {
  const has = (method: string): boolean => operations.includes(method);
  const entries = Object.entries(CAPABILITIES).map(([name, { methods }]) => {
    const given = byHand[name as Capability];
    if (methods.every(has)) {
      if (given) throw new Error(`${code}: ${name} is an operation and done by hand`);
      return [name, 'yes'];
    }
    // What another capability has too says nothing of this one.
    if (has(methods[0])) throw new Error(`${code}: ${name} needs ${methods.join(', ')}`);
    return [name, given ?? 'no'];
  });
  return Object.fromEntries(entries) as Supports;
}
