import type { BesideRows } from '#kit/server/query/list.ts';

/** What the channel of a row's `channelCode` is called, for lists of modules that know no channel. */
export const channelTitles =
  (connectors: readonly { code: string; title: string }[]): BesideRows =>
  async (_tx, rows) => {
    const titles = new Map(connectors.map(({ code, title }) => [code, title]));
    return new Map(
      rows.flatMap(({ id, channelCode }) => {
        const channelTitle = titles.get(String(channelCode));
        return channelTitle ? [[String(id), { channelTitle }]] : [];
      }),
    );
  };
