import { serverNow, wireTimeAt } from '#ui/tenant-clock.ts';
import { currentSession } from '../session/session-store.ts';

/** The foot of every sheet: what differs from print to print. */
const foot = new CSSStyleSheet();
let isReady = false;

/**
 * From now on a print says below what it shows, whose it is and when it was made. Browsers that know no
 * boxes in the margins of a sheet write title and time there themselves.
 */
export function preparePaper(): void {
  if (isReady) return;
  isReady = true;
  document.adoptedStyleSheets.push(foot);
  addEventListener('beforeprint', writeFoot);
  writeFoot();
}

function writeFoot(): void {
  const session = currentSession();
  const tenant = session?.tenants?.find(({ id }) => String(id) === session.tenantId)?.name;
  const people = [tenant, session?.user.realname].filter(Boolean).join(' · ');
  foot.replaceSync(`@page {
    @bottom-left { content: ${quoted(document.title)}; ${SMALL} }
    @bottom-center { content: ${quoted(people)}; ${SMALL} }
    @bottom-right { content: ${quoted(wireTimeAt(serverNow()).slice(0, 16))} '　' counter(page) ' / ' counter(pages); ${SMALL} }
  }`);
}

const SMALL = 'font-size: 12px; font-family: sans-serif; vertical-align: top; padding-top: 4mm;';

/** A text as a style sheet takes it. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
