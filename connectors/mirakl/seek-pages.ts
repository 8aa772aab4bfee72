import { ChannelError } from '#modules/channels/model/port.ts';
import { rowsOf } from '../shared/rows.ts';
import { objectOf, textOf, type WireObject } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';

const PAGE = 100;
const MAX_PAGES = 50;

/** All rows of a list that is read by `page_token`. @throws ChannelError where its pages go round in a ring */
export async function readPages(
  client: MiraklClient,
  { title, path, query = {} }: { title: string; path: string; query?: Readonly<Record<string, string>> },
): Promise<WireObject[]> {
  const rows: WireObject[] = [];
  const tokens = new Set<string>();
  let token: string | null = null;
  do {
    const wire = await client.read({
      title,
      path,
      query: { ...query, limit: String(PAGE), ...(token === null ? {} : { page_token: token }) },
    });
    if (!('data' in wire)) throw new ChannelError('unreadable', title, '平台应答缺少 data');
    rows.push(...rowsOf(wire['data'] ?? null, title).map(objectOf));
    token = textOf(wire['next_page_token']);
    if (token !== null && (tokens.has(token) || tokens.size >= MAX_PAGES))
      throw new ChannelError('unreadable', title, '平台翻页没有尽头');
    if (token !== null) tokens.add(token);
  } while (token !== null);
  return rows;
}
