import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import * as limits from './limits.ts';

/** The figures of spec §9, written down once more and apart from the code that uses them. */
const SPEC: Record<keyof typeof limits, unknown> = {
  SESSION_RETENTION_MS: 604_800_000,
  REPORT_CACHE_MS: 30_000,
  MOST_ENHANCE_HISTORY: 16,
  HTTP_TIMEOUT_MS: 15_000,
  DOWNLOAD_TIMEOUT_MS: 30_000,
  CHUNK_TIMEOUT_MS: 120_000,
  DATA_SOCKET_HEARTBEAT_MS: 10_000,
  DATA_SOCKET_REPLY_MS: 6000,
  DATA_SOCKET_RECONNECT_MS: 5000,
  NOTICE_SOCKET_HEARTBEAT_MS: 20_000,
  NOTICE_SOCKET_RECONNECT_MS: 20_000,
  NOTICE_SOCKET_MOST_ERRORS: 5,
  POLLING_MS: 6000,
  RELOAD_EFFECT_MS: 1400,
  SCROLL_DEBOUNCE_MS: 100,
  SEARCH_DEBOUNCE_MS: 300,
  DICT_SEARCH_DEBOUNCE_MS: 800,
  INSERT_DEBOUNCE_MS: 1500,
  CLICK_DEBOUNCE_MS: 300,
  CRON_PREVIEW_DEBOUNCE_MS: 500,
  TABLET_UP_TO: 1087.99,
  MOBILE_UP_TO: 767.99,
  HEADER_HIDES_AFTER: 100,
  FIXED_HEADER_HEIGHT: 59,
  SIDEBAR_OPEN_WIDTH: 200,
  SIDEBAR_FOLDED_WIDTH: 80,
  DARK_SIDEBAR_WIDTH: 208,
  DEFAULT_PAGE_SIZE: 10,
  PAGE_SIZE_OPTIONS: [10, 20, 30],
  LARGE_DEFAULT_PAGE_SIZE: 30,
  LARGE_PAGE_SIZE_OPTIONS: [10, 20, 30, 50],
  PICKER_PAGE_SIZE: 5,
  PICKER_PAGE_SIZE_OPTIONS: [5, 10, 20, 30],
  DEFAULT_SORT: { column: 'createTime', order: 'desc' },
  USER_PICKER_WIDTH: 1250,
  POPUP_PICKER_WIDTH: 1200,
  SUPER_QUERY_WIDTH: 1000,
  RECORD_PICKER_WIDTH: 900,
  PASSWORD_DIALOG_WIDTH: 800,
  DEPART_DIALOG_WIDTH: 500,
  NOTICE_POPOVER_WIDTH: 300,
  TREE_DROPDOWN_MOST_HEIGHT: 400,
  INPUT_POP_WIDTH: 150,
  INPUT_POP_HEIGHT: 200,
  WIDE_COLUMN_LEAST: 190,
  DATE_COLUMN_LEAST: 135,
  ROW_NUMBER_WIDTH: 60,
  ROW_MARK_WIDTH: 40,
  ROW_MARK_WIDTH_WITH_STATISTICS: 60,
  DEFAULT_COLUMN_WIDTH: 120,
  SHARED_COLUMNS_PERCENT: 92,
  DATETIME_COLUMN_WIDTH: 200,
  USER_COLUMN_WIDTH: 220,
  DEPART_COLUMN_WIDTH: 160,
  GRID_ROW_HEIGHT: 61,
  GRID_MOST_HEIGHT: 400,
  STATISTICS_ROW_HEIGHT: 32,
  PICKER_TABLE_HEIGHT: 240,
  CHOSEN_ACTION_WIDTH: 60,
  TABLE_SCROLLS_BELOW: 500,
  TABLE_SCROLL_WIDTH: 800,
  ROW_ORDER_FIELD: 'orderNum',
  GRID_TOOLBAR_BUTTONS: ['add', 'remove', 'clearSelection'],
  FILE_NAME_CHARACTERS: 5,
  PICKER_CHARACTERS: 12,
  ELLIPSIS_CHARACTERS: 25,
  NOT_CUT: -1,
  TAG_CHARACTERS: 2,
  MOST_TAGS_SHOWN: 1,
  CHOICE_SEPARATOR: ',',
  CRON_FIRST_YEAR: 2019,
  CRON_LAST_YEAR: 2119,
  CRON_YEARS_AHEAD: 100,
  CRON_PREVIEW_RUNS: 10,
  CRON_DEFAULT_FIELD: '*',
  CRON_DEFAULT_WEEK: '?',
  CRON_WEEKDAYS: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
  DATE_FORMAT: 'YYYY-MM-DD',
  DATETIME_FORMAT: 'YYYY-MM-DD HH:mm:ss',
  TIME_FORMAT: 'HH:mm:ss',
  SWITCH_VALUES: ['Y', 'N'],
  SWITCH_TEXTS: ['是', '否'],
  UPLOAD_FOLDER: 'temp',
  NO_UPLOAD_LIMIT: 0,
  MOST_DETAIL_COLUMNS: 4,
  SHEET_MIME: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  SHEET_SUFFIX: '.xlsx',
  LIST_EXPORT_SUFFIX: '.xls',
  GREETING_HOURS: [9, 11, 13, 20],
  POPOVER_ROOM_BELOW: 350,
  NOTICE_PRIORITIES: ['L', 'M', 'H'],
};

test.each(Object.entries(SPEC))('%s is that of the spec', (name, figure) => {
  covers('§9 constants', '§9 time-outs', '§9 widths of dialogs');
  expect(limits[name as keyof typeof limits]).toEqual(figure);
});

/** Said by a style sheet, by a type or by a dictionary, which take no constant. */
const SAID_OTHERWISE = [
  'SIDEBAR_OPEN_WIDTH',
  'SIDEBAR_FOLDED_WIDTH',
  'DARK_SIDEBAR_WIDTH',
  'MOST_DETAIL_COLUMNS',
  'NOTICE_PRIORITIES',
];

test('the code uses these figures, or it is said here why not', () => {
  covers('§9 constants');
  const root = resolve(import.meta.dirname, '../..');
  const file = readFileSync(resolve(import.meta.dirname, 'limits.ts'), 'utf8');
  const unused = file.slice(file.indexOf('// Figures that nothing of ours uses'));
  const code = globSync('{kit,ui,console,platform,modules,app}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/limits(\.test)?\.ts$|\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(resolve(root, path), 'utf8'))
    .join('\n');
  const words = new Set(code.match(/\b[A-Z][A-Z0-9_]+\b/g));
  const dead = Object.keys(limits).filter(
    (name) => !words.has(name) && !unused.includes(`const ${name} `) && !SAID_OTHERWISE.includes(name),
  );
  expect(dead).toEqual([]);
});

/** A style sheet cannot import a constant. */
test('the style sheets of the frame have the same widths', () => {
  covers('§9 breakpoints and widths');
  const root = resolve(import.meta.dirname, '../..');
  const sheet = (path: string) => readFileSync(resolve(root, path), 'utf8');
  const frame = sheet('console/shell/shell.css');
  const widthOf = (selector: string) => Number(new RegExp(`\\n${selector} \\{[^}]*?width: (\\d+)px`).exec(frame)?.[1]);
  expect(sheet('console/base.css')).toContain(`--wb-header: ${limits.FIXED_HEADER_HEIGHT}px;`);
  expect(widthOf('\\.wb-side')).toBe(limits.SIDEBAR_OPEN_WIDTH);
  expect(widthOf('\\.wb-shell \\.wb-side-narrow')).toBe(limits.SIDEBAR_FOLDED_WIDTH);
  expect(widthOf('\\.wb-shell-dark \\.wb-side')).toBe(limits.DARK_SIDEBAR_WIDTH);
});
