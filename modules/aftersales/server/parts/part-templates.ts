import { XLS_MIME } from '#kit/server/import-export/export-sheet.ts';
import { file, implement } from '#kit/server/route.ts';
import { writeXls } from '#platform/sheets/xls-writer.ts';
import { CHANNEL_FILE, CHANNEL_FILE_TITLES, channelTemplateRoute } from '../../model/part-sheet.ts';

/** 平台补件文件: an empty file with the columns of the channel, which the import takes as it is. */
export const channelTemplate = implement(channelTemplateRoute, async () => {
  const columns = CHANNEL_FILE_TITLES.map((title) => (title === 'Qty' ? { title, numeric: true } : { title }));
  const bytes = await writeXls({ sheetName: '平台补件文件', columns, rows: [] });
  return file(CHANNEL_FILE, XLS_MIME, bytes);
});
