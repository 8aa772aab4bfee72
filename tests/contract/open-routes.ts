/*
 * The gates of the house, written down by hand: nothing here is taken from the modules. A route that is
 * opened has to be opened here too.
 */

/** Calls that need no session: entering, registering, and what is asked before either. */
export const OPEN_TO_ALL: ReadonlySet<string> = new Set([
  // Signing in with a password, a code or a second factor; signing out of nothing does no harm.
  'POST /sys/login',
  'POST /sys/login/secondFactor',
  'POST /sys/phoneLogin',
  'GET /sys/logout',
  'POST /sys/logout',
  // The picture and the codes that guard them.
  'GET /sys/randomImage/:key',
  'POST /sys/checkCaptcha',
  'POST /sys/sms',
  'POST /sys/mailCode',
  // Registering, and a password that was forgotten.
  'GET /sys/user/checkOnlyUser',
  'POST /sys/user/register',
  'POST /sys/user/phoneVerification',
  'GET /sys/user/passwordChange',
  'POST /sys/user/passwordChange',
  // Single sign-on and other systems that vouch for somebody.
  'GET /sys/cas/client/validateLogin',
  'GET /sys/thirdLogin/render/:source',
  'GET /sys/thirdLogin/:source/callback',
  'GET /sys/thirdLogin/getLoginUser/:ticket/:thirdType',
  'POST /sys/thirdLogin/user/checkPassword',
]);

/** Calls that ask for a session and for no right, and why. */
export const OPEN_TO_SESSION: ReadonlySet<string> = new Set([
  // Dictionaries, categories and checks that forms of every page ask for.
  'GET /sys/category/loadDictItem',
  'GET /sys/category/loadOne',
  'GET /sys/category/loadTreeChildren',
  'GET /sys/category/loadTreeData',
  'GET /sys/category/loadTreeRoot',
  'GET /sys/checkRule/checkByCode',
  'GET /sys/dict/getDictItems/:code',
  'GET /sys/dict/loadDict/:dict',
  'GET /sys/dict/loadDictItem/:dict',
  'GET /sys/dict/loadDictOrderByValue/:dict',
  'GET /sys/dict/loadTreeData',
  'GET /sys/dict/queryAllDictItems',
  'GET /sys/dict/refleshCache',
  'GET /sys/dict/searchTreeData',
  'GET /sys/duplicate/check',
  // Reports that the widgets of the base read.
  'GET /online/cgreport/api/getColumnsAndData/:code',
  'GET /online/cgreport/api/getData/:code',
  'GET /online/cgreport/api/getQueryInfo/:code',
  'GET /online/cgreport/api/getRpColumns/:code',
  // Pickers of people, roles, positions and departments; rows follow what the caller may see.
  'GET /sys/position/list',
  'GET /sys/role/list',
  'GET /sys/role/queryall',
  'GET /sys/sysDepart/queryDepartTreeSync',
  'GET /sys/sysDepart/queryTreeList',
  'GET /sys/sysDepart/searchBy',
  'GET /sys/user/getMultiUser',
  'GET /sys/user/queryUserByDepId',
  'GET /sys/user/queryUserComponentData',
  // Files: what is stored and fetched is judged file by file.
  'DELETE /sys/common/upload/parts/:id',
  'GET /sys/common/static/*',
  'GET /sys/common/upload/parts/:id',
  'POST /sys/common/upload',
  'POST /sys/common/upload/parts',
  'POST /sys/common/upload/parts/:id/finish',
  'PUT /sys/common/upload/parts/:id',
  // Jobs of one’s own.
  'GET /sys/fileJob/download',
  'GET /sys/fileJob/limits',
  'GET /sys/fileJob/list',
  'GET /sys/fileJob/queryById',
  'POST /sys/fileJob/cancel',
  'POST /sys/fileJob/retry',
  // Queries one has kept.
  'DELETE /sys/savedQuery/delete',
  'GET /sys/savedQuery/list',
  'POST /sys/savedQuery/save',
  // Views of lists: one’s own; who shares one is asked for a right there.
  'DELETE /sys/listView/delete',
  'GET /sys/listView/list',
  'POST /sys/listView/add',
  'PUT /sys/listView/arrange',
  'PUT /sys/listView/edit',
  'PUT /sys/listView/setDefault',
  // Notices that one has received.
  'GET /sys/annountCement/listByUser',
  'GET /sys/annountCement/queryById',
  'GET /sys/annountCement/show/:id',
  'GET /sys/annountCement/syncNotic',
  'GET /sys/sysAnnouncementSend/getMyAnnouncementSend',
  'GET /sys/sysAnnouncementSend/getOne',
  'POST /sys/sysAnnouncementSend/editByAnntIdAndUserId',
  'PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId',
  'PUT /sys/sysAnnouncementSend/readAll',
  // One’s own account, sessions, second factor and place.
  'DELETE /sys/user/avatar',
  'DELETE /sys/user/sessions',
  'GET /sys/thirdApp/getEnabledType',
  'GET /sys/thirdLogin/links',
  'GET /sys/user/avatar/:userId',
  'GET /sys/user/getCurrentUserDeparts',
  'GET /sys/user/getUserInfo',
  'GET /sys/user/profile',
  'GET /sys/user/secondFactor',
  'GET /sys/user/sessions',
  'GET /sys/user/tenants',
  'POST /sys/selectDepart',
  'POST /sys/thirdLogin/unlink',
  'POST /sys/user/avatar',
  'POST /sys/user/joinTenant',
  'POST /sys/user/secondFactor/begin',
  'POST /sys/user/secondFactor/recoveryCodes',
  'POST /sys/user/secondFactor/turnOff',
  'POST /sys/user/secondFactor/turnOn',
  'POST /sys/user/sessions/endOthers',
  'POST /sys/user/updatePassword',
  'PUT /sys/selectDepart',
  'PUT /sys/selectTenant',
  'PUT /sys/user/profile',
  'PUT /sys/user/updatePassword',
  // What the console asks before it knows its rights, and its own errors.
  'GET /sys/loginfo',
  'GET /sys/permission/getUserPermissionByToken',
  'GET /sys/visitInfo',
  'POST /sys/clientError',
  // What waits: within the caller’s rights.
  'GET /channels/unoffered',
  'GET /desk/batch/list',
  'GET /desk/todo',
  'POST /desk/batch/read',
]);
