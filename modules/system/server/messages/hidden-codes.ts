import { may, type Actor } from '#kit/server/actor.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

/** What stands in a text where a code was. */
export const HIDDEN = '******';

/** Words of a message that carries a code, and what in such a message looks like one. */
const SPEAKS_OF_A_CODE =
  '验证码|校验码|动态码|恢复码|激活码|口令|密码|passcode|password|(^|[^a-z])(otp|pin|code)([^a-z]|$)';
const LOOKS_LIKE_A_CODE =
  '[0-9０-９]([ -]?[0-9０-９]){3,9}|[0-9a-zA-Z]{4,8}(-[0-9a-zA-Z]{4,8})+|[0-9a-zA-Z]*[0-9][0-9a-zA-Z]{3,}';

const SPEAKS = new RegExp(SPEAKS_OF_A_CODE, 'i');
const LOOKS = new RegExp(LOOKS_LIKE_A_CODE, 'g');

/** A text that people wrote, without what looks like a code where it speaks of one. */
export const withoutCodes = (text: string): string => (SPEAKS.test(text) ? text.replaceAll(LOOKS, HIDDEN) : text);

/** Who runs the install reads codes where nothing carries messages; nobody else does, ever. */
const RUNS_THE_INSTALL = 'platform:message:code';

const hidden = (text: Sql): Sql => sql`
  case when content ~* ${SPEAKS_OF_A_CODE} or subject ~* ${SPEAKS_OF_A_CODE}
    then regexp_replace(${text}, ${LOOKS_LIKE_A_CODE}, ${HIDDEN}, 'g') else ${text} end`;

/**
 * Columns of a message in which codes may stand, as the log answers them. Hidden in the rows themselves,
 * so that neither search nor sorting, export or detail tells more than the list. What people wrote is
 * kept whole until it has left, and hidden as it is read; a code of the program is never in its text.
 */
export function shownWords(actor: Actor): { subject: Sql; content: Sql; params: Sql } {
  if (may(actor, RUNS_THE_INSTALL))
    return {
      subject: sql`subject`,
      content: sql`coalesce(replace(content, ${HIDDEN}, code), content)`,
      params: sql`params`,
    };
  return {
    subject: hidden(sql`subject`),
    content: hidden(sql`content`),
    params: hidden(sql`params`),
  };
}
