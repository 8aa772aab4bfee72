import { createTransport } from 'nodemailer';

interface SmtpSettings {
  /** `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
  url: string;
  /** Sender as people see it, e.g. `Waybill <noreply@example.com>`. */
  from: string;
  /** Refuse to speak to a server that offers no encryption. */
  requireTls: boolean;
}

const PATIENCE_MS = 15_000;

/** A mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for whatever is sent a second time, so that a mailbox may tell. */
  messageId?: string;
  attachments?: readonly { filename: string; type: string; content: Uint8Array }[];
}

/** Hands one mail to the outside. @throws when it was not taken */
export type MailCarrier = (mail: Mail) => Promise<void>;

/** Mails over SMTP: nothing of a message is ever read from a file or the network. */
export function smtpCarrier({ url, from, requireTls }: SmtpSettings): MailCarrier {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: requireTls && !isSecure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, messageId, attachments = [] }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(messageId ? { messageId } : {}),
      attachments: attachments.map(({ filename, type, content }) => ({
        filename,
        contentType: type,
        content: Buffer.from(content),
      })),
    });
  };
}
