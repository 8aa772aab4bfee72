/**
 * The constants of the spec (§9), each once. Times are milliseconds, widths and heights pixels.
 * Single constants, not tables of them: a page then carries only those it names.
 */

// Session and caches

/** A stored session, tenant, dictionary or user info. */
export const SESSION_RETENTION_MS = 604_800_000;
export const REPORT_CACHE_MS = 30_000;

// Timing

export const HTTP_TIMEOUT_MS = 15_000;
export const DOWNLOAD_TIMEOUT_MS = 30_000;
export const CHUNK_TIMEOUT_MS = 120_000;
export const DATA_SOCKET_HEARTBEAT_MS = 10_000;
export const DATA_SOCKET_REPLY_MS = 6000;
export const DATA_SOCKET_RECONNECT_MS = 5000;
export const NOTICE_SOCKET_HEARTBEAT_MS = 20_000;
export const NOTICE_SOCKET_RECONNECT_MS = 20_000;
export const NOTICE_SOCKET_MOST_ERRORS = 5;
export const POLLING_MS = 6000;
export const RELOAD_EFFECT_MS = 1400;
export const SEARCH_DEBOUNCE_MS = 300;
export const DICT_SEARCH_DEBOUNCE_MS = 800;
export const INSERT_DEBOUNCE_MS = 1500;
export const CLICK_DEBOUNCE_MS = 300;
export const CRON_PREVIEW_DEBOUNCE_MS = 500;

// Breakpoints of the frame

export const TABLET_UP_TO = 1087.99;
export const MOBILE_UP_TO = 767.99;
export const HEADER_HIDES_AFTER = 100;
export const FIXED_HEADER_HEIGHT = 59;
export const SIDEBAR_OPEN_WIDTH = 200;
export const SIDEBAR_FOLDED_WIDTH = 80;
export const DARK_SIDEBAR_WIDTH = 208;

// Paging

export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_SIZE_OPTIONS = [10, 20, 30] as const;
export const LARGE_DEFAULT_PAGE_SIZE = 30;
export const LARGE_PAGE_SIZE_OPTIONS = [10, 20, 30, 50] as const;
export const PICKER_PAGE_SIZE = 5;
export const PICKER_PAGE_SIZE_OPTIONS = [5, 10, 20, 30] as const;
export const DEFAULT_SORT = { column: 'createTime', order: 'desc' } as const;

// Dialogs

export const USER_PICKER_WIDTH = 1250;
export const POPUP_PICKER_WIDTH = 1200;
export const SUPER_QUERY_WIDTH = 1000;
export const RECORD_PICKER_WIDTH = 900;
export const PASSWORD_DIALOG_WIDTH = 800;
export const DEPART_DIALOG_WIDTH = 500;
export const NOTICE_POPOVER_WIDTH = 300;
export const TREE_DROPDOWN_MOST_HEIGHT = 400;
export const INPUT_POP_WIDTH = 150;
export const INPUT_POP_HEIGHT = 200;

// Grids and tables

/** Date-time, user and department columns are at least so wide. */
export const WIDE_COLUMN_LEAST = 190;
export const DATE_COLUMN_LEAST = 135;
export const ROW_NUMBER_WIDTH = 60;
export const ROW_MARK_WIDTH = 40;
/** Tick boxes and expanders beside a row of statistics, which has words there. */
export const ROW_MARK_WIDTH_WITH_STATISTICS = 60;
export const DEFAULT_COLUMN_WIDTH = 120;
export const USER_COLUMN_WIDTH = 220;
export const DEPART_COLUMN_WIDTH = 160;
export const GRID_MOST_HEIGHT = 400;
export const STATISTICS_ROW_HEIGHT = 32;
export const PICKER_TABLE_HEIGHT = 240;
/** With less room a grid freezes no column: all of it scrolls sideways. */
export const TABLE_SCROLLS_BELOW = 500;
export const ROW_ORDER_FIELD = 'orderNum';
export const GRID_TOOLBAR_BUTTONS = ['add', 'remove', 'clearSelection'] as const;

// Texts

export const FILE_NAME_CHARACTERS = 5;
export const PICKER_CHARACTERS = 12;
export const ELLIPSIS_CHARACTERS = 25;
/** As a number of characters: nothing is cut. */
export const NOT_CUT = -1;
export const TAG_CHARACTERS = 2;
export const MOST_TAGS_SHOWN = 1;
export const CHOICE_SEPARATOR = ',';

// Cron

/** Years that are offered, from this one on. */
export const CRON_YEARS_AHEAD = 100;
export const CRON_PREVIEW_RUNS = 10;
export const CRON_DEFAULT_FIELD = '*';
export const CRON_DEFAULT_WEEK = '?';
export const CRON_WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

// Formats

export const DATE_FORMAT = 'YYYY-MM-DD';
export const DATETIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';
export const TIME_FORMAT = 'HH:mm:ss';
export const SWITCH_VALUES = ['Y', 'N'] as const;
export const SWITCH_TEXTS = ['是', '否'] as const;
export const UPLOAD_FOLDER = 'temp';
/** As the most files of an upload: as many as one likes. */
export const NO_UPLOAD_LIMIT = 0;
export const MOST_DETAIL_COLUMNS = 4;
export const SHEET_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const SHEET_SUFFIX = '.xlsx';
export const LIST_EXPORT_SUFFIX = '.xls';
/** Hours at which a greeting begins to be the next one. */
export const GREETING_HOURS = [9, 11, 13, 20] as const;
/** A popover opens below where more room than this is left, else above. */
export const POPOVER_ROOM_BELOW = 350;
export const NOTICE_PRIORITIES = ['L', 'M', 'H'] as const;
/** Queries of one report that a browser keeps. */
export const MOST_ENHANCE_HISTORY = 16;

// Figures that nothing of ours uses, and why

/** Of a grid that waits until scrolling ends; ours paints in every frame. */
export const SCROLL_DEBOUNCE_MS = 100;
/** Of columns by their content: ours are as wide as the kind of field needs (ui/cells/measures.ts). */
export const DATETIME_COLUMN_WIDTH = 200;
/** Columns without a width share so much of the table's; ours share all that is left over. */
export const SHARED_COLUMNS_PERCENT = 92;
/** Of a row of a grid; ours are 40 by default: a screen shows half as many again. */
export const GRID_ROW_HEIGHT = 61;
/** Of a table of what was chosen; ours is a list with a button behind each name. */
export const CHOSEN_ACTION_WIDTH = 60;
/** Of a list on a phone; ours turns its rows into cards. */
export const TABLE_SCROLL_WIDTH = 800;
/** The other reading of the years; texts are read as Quartz has it (kit/model/cron/cron.ts). */
export const CRON_FIRST_YEAR = 2019;
export const CRON_LAST_YEAR = 2119;
