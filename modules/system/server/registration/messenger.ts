import { systemActor } from '#kit/server/actor.ts';
import { newId, type Database } from '#kit/server/database.ts';
import type { CarriedKind, MessagePurpose } from '../../model/message.ts';
import { HIDDEN } from '../messages/hidden-codes.ts';
import { homeTenant } from './home-tenant.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';

/** What a person receives. */
export interface Message {
  kind: CarriedKind;
  to: string;
  purpose: MessagePurpose;
  /** Whose message it is: once sent it stands in the log of their tenant; null = nobody we know. */
  userId: string | null;
  subject: string;
  text: string;
  /** Part of the text that the log never shows but to whoever runs the install, where it is the outbox. */
  secret?: string;
}

/** Hands one message to the outside. @throws when it was not taken */
export type Carrier = (message: Pick<Message, 'to' | 'subject' | 'text'>) => Promise<void>;

/** A message that stands in the log already. */
export interface StoredMessage {
  kind: CarriedKind;
  to: string;
  subject: string;
  text: string;
  stored: { tenant: number; id: string };
}

/** Messages to people outside the console. */
export interface Messenger {
  /** Which kinds reach anybody here. */
  offers: Readonly<Record<CarriedKind, boolean>>;
  /** Which of them leave the house; the others are read in the log. */
  carries: Readonly<Record<CarriedKind, boolean>>;
  /** Hands a message of the log on, and notes there what became of it. */
  send(message: StoredMessage): void;
  /** Stores and sends after the answer has gone out: nobody can tell by the time it takes. */
  post(message: Message): void;
  /** Waits until everything posted is sent or noted as failed. */
  settled(): Promise<void>;
}

export const NO_MESSENGER: Messenger = {
  offers: { sms: false, mail: false },
  carries: { sms: false, mail: false },
  send: () => undefined,
  post: () => undefined,
  settled: async () => undefined,
};

interface MessengerOptions {
  db: Database;
  carriers?: Partial<Record<CarriedKind, Carrier>>;
  /** Without a carrier the message log of the install is the outbox, codes and all: never in production. */
  hasOutbox: boolean;
  /** Stands in front of every text message. */
  signature?: string;
  log?: (about: object, message: string) => void;
}

/** Sends through the carriers that are set up, and notes every message in the message log. */
export function createMessenger(options: MessengerOptions): Messenger {
  const { carriers = {}, hasOutbox } = options;
  const running = new Set<Promise<void>>();
  const carries = { sms: carriers.sms !== undefined, mail: carriers.mail !== undefined };
  const offers = { sms: hasOutbox || carries.sms, mail: hasOutbox || carries.mail };
  const start = (operation: () => Promise<void>): void => {
    const work = new Promise<void>((later) => setImmediate(later))
      .then(operation)
      .catch((error: unknown) => options.log?.({ error }, 'a message was not stored'))
      .finally(() => running.delete(work));
    running.add(work);
  };
  return {
    offers,
    carries,
    post: (message) => {
      if (offers[message.kind]) start(() => deliver(options, message));
    },
    send: (message) => start(() => deliverStored(options, message)),
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** 138****0001, z***@example.com: enough to recognise one's own. */
export function maskedAddress(kind: CarriedKind, to: string): string {
  if (kind === 'sms') return `${to.slice(0, 3)}****${to.slice(-4)}`;
  const [name = '', domain = ''] = to.split('@');
  return `${[...name][0] ?? ''}***@${domain}`;
}

async function deliver(options: MessengerOptions, message: Message): Promise<void> {
  const { db, carriers = {} } = options;
  const carrier = carriers[message.kind];
  const text = signed(options, message);
  const stored = message.secret ? text.replaceAll(message.secret, HIDDEN) : text;
  // The outbox holds codes that work: it is for whoever runs the install, not for a tenant.
  const tenant = carrier ? await db.platform((tx) => homeTenant(tx, message.userId)) : OPERATOR_TENANT;
  const actor = systemActor(tenant, 'messenger');
  const id = newId();
  await db.tx(
    actor,
    (tx) => tx.run`
      insert into sent_message (tenant_id, id, kind, purpose, subject, recipient, content, code,
        attempts, create_time)
      values (${tx.tenant}, ${id}, ${message.kind}, ${message.purpose}, ${message.subject},
        ${maskedAddress(message.kind, message.to)}, ${stored},
        ${carrier ? null : (message.secret ?? null)}, ${carrier ? 1 : 0}, ${tx.now})`,
  );
  if (carrier) await handOver(options, { ...message, text, stored: { tenant, id } });
}

const deliverStored = (options: MessengerOptions, message: StoredMessage): Promise<void> =>
  handOver(options, { ...message, text: signed(options, message) });

const signed = ({ signature }: MessengerOptions, { kind, text }: Pick<Message, 'kind' | 'text'>): string =>
  kind === 'sms' && signature ? `【${signature}】${text}` : text;

/** Gives a message of the log to its carrier, and writes there what became of it. */
async function handOver(
  { db, carriers = {}, log }: MessengerOptions,
  { kind, to, subject, text, stored: { tenant, id } }: StoredMessage,
): Promise<void> {
  const carrier = carriers[kind];
  if (!carrier) return;
  const failure = await carrier({ to, subject, text }).then(
    () => null,
    (error: unknown) => {
      log?.({ error, kind }, 'a message was not taken');
      return reasonOf(error);
    },
  );
  await db.tx(
    systemActor(tenant, 'messenger'),
    (tx) => tx.run`
      update sent_message set status = ${failure === null ? '1' : '2'}, failure = ${failure},
        send_time = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${id}`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: '邮件服务器拒绝登录',
  EENVELOPE: '收件地址被拒收',
  EMESSAGE: '邮件内容被拒收',
  ECONNECTION: '连不上邮件服务器',
  ESOCKET: '连不上邮件服务器',
  EDNS: '找不到邮件服务器',
  ETIMEDOUT: '邮件服务器没有回应',
  ETLS: '与邮件服务器的加密连接失败',
};

/** A cause that may be shown: never what the server said, which may repeat address or text. */
const reasonOf = (error: unknown): string => REASONS[(error as { code?: string }).code ?? ''] ?? '发送失败';
