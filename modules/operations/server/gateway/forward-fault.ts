import { Refusal } from '#kit/model/refusal.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';

const NOT_REACHED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const LATE = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'FST_REPLY_FROM_GATEWAY_TIMEOUT']);

/** Why a call was not answered, for whoever made it: nothing of addresses or of the words of others. */
export function forwardFault(error: Error, name: string): Refusal {
  const causes = chainOf(error);
  const own = causes.find((one) => one instanceof Refusal);
  if (own) return own;
  const outbound = causes.find((one) => one instanceof OutboundError);
  const codes = causes.map((one) => String((one as { code?: unknown }).code ?? ''));
  const refused = (code: string, message: string, status: number): Refusal => {
    const found = new Refusal(code, `“${name}”${message}`, { status });
    return found;
  };
  if (outbound?.code === 'blocked') return refused('blocked', '的上游地址没有放行', 502);
  if (outbound?.code === 'dns') return refused('noUpstream', '的上游地址找不到', 502);
  if (codes.some((code) => LATE.has(code))) return refused('late', '的上游没有按时应答', 504);
  if (codes.some((code) => NOT_REACHED.has(code))) return refused('noUpstream', '的上游连接不上', 502);
  return refused('noAnswer', '的上游中断了应答', 502);
}

function chainOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 10; one = one.cause) found.push(one);
  return found;
}
