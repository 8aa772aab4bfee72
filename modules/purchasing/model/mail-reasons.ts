/** Why a mail was not taken, by the code of the mail library; `isFinal`: trying again helps nobody. */
const REASONS: Readonly<Record<string, readonly [message: string, isFinal: boolean]>> = {
  EAUTH: ['邮件服务器拒绝登录，请管理员检查设置', true],
  EENVELOPE: ['收件地址被拒收', true],
  EMESSAGE: ['邮件内容被拒收', true],
  ECONNECTION: ['连不上邮件服务器', false],
  ESOCKET: ['连不上邮件服务器', false],
  EDNS: ['找不到邮件服务器', false],
  ETIMEDOUT: ['邮件服务器没有回应', false],
  ETLS: ['与邮件服务器的加密连接失败', true],
};

export interface MailFault {
  message: string;
  isFinal: boolean;
  /** The server may have taken it all the same. */
  isDoubtful: boolean;
}

/** In our words: what a server says may hold more than is to be shown. */
export function mailReason(error: unknown, to: string): MailFault {
  const { code = '', command = '' } = (error ?? {}) as { code?: string; command?: string };
  const [reason, isFinal] = REASONS[code] ?? ['发送失败', false];
  return { message: `${to}：${reason}`, isFinal, isDoubtful: !isFinal && command === 'DATA' };
}
