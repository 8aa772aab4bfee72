// @ts-check
// Browses /openapi.json. Texts go in as text nodes only; nothing of the document is run.

/** @typedef {Record<string, any>} Json */
/** @typedef {{ method: string, path: string, operation: Json }} Call */

/** @type {Json} */
let api = {};
/** @type {Call[]} */
let calls = [];

const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {Json} value what stands behind a reference into the document */
function resolve(value) {
  if (typeof value?.$ref !== 'string') return value ?? {};
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((/** @type {Json} */ part, /** @type {string} */ key) => part?.[key], api);
}

/** @param {Json} schema every property of an object, through references and combinations */
function properties(schema) {
  const whole = resolve(schema);
  /** @type {{ properties: Json, required: string[] }} */
  const found = { properties: { ...whole.properties }, required: [...(whole.required ?? [])] };
  for (const part of whole.allOf ?? []) {
    const inner = properties(part);
    Object.assign(found.properties, inner.properties);
    found.required.push(...inner.required);
  }
  return found;
}

/** @param {Json} schema @returns {string} */
function typeText(schema) {
  const one = resolve(schema);
  if (one.enum) return one.enum.filter((/** @type {unknown} */ v) => v !== null).join(' | ');
  if (one.type === 'array') return `${typeText(one.items)}[]`;
  const type = Array.isArray(one.type) ? one.type.join(' | ') : (one.type ?? '任意');
  return one.format ? `${type}（${one.format}）` : type;
}

/** @param {string[]} titles @param {(Node | string)[][]} rows */
const table = (titles, rows) =>
  element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))),
  );

/** @param {Json} schema */
function schemaTable(schema) {
  const { properties: all, required } = properties(schema);
  const rows = Object.entries(all).map(([name, one]) => {
    const value = resolve(one);
    return [
      element('code', {}, name),
      typeText(one),
      required.includes(name) ? '是' : '',
      [value.title, value.description].filter(Boolean).join('：'),
    ];
  });
  return rows.length > 0 ? table(['字段', '类型', '必填', '说明'], rows) : element('p', {}, '没有约定字段。');
}

/** @param {Call} call */
function show({ method, path, operation }) {
  const parts = [
    element('h2', {}, operation.summary),
    element('p', {}, element('span', { class: 'method' }, method), element('code', {}, `${api.servers[0].url}${path}`)),
    element('p', {}, permissionText(operation)),
  ];
  const parameters = (operation.parameters ?? []).map(resolve);
  if (parameters.length > 0)
    parts.push(
      element('h3', {}, '参数'),
      table(
        ['名称', '位置', '类型', '必填', '说明'],
        parameters.map((/** @type {Json} */ one) => [
          element('code', {}, one.name),
          one.in === 'path' ? '路径' : '查询',
          typeText(one.schema),
          one.required ? '是' : '',
          one.description ?? '',
        ]),
      ),
    );
  for (const [mime, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
    parts.push(element('h3', {}, `请求体（${mime}）`), schemaTable(schema));
  for (const [status, given] of Object.entries(operation.responses)) {
    const response = resolve(given);
    parts.push(element('h3', {}, `${status} ${response.description}`));
    const schema = response.content?.['application/json']?.schema;
    const result = schema && properties(schema).properties.result;
    const items = result?.properties?.records?.items;
    if (status === '200' && items) parts.push(element('p', {}, 'result.records：'), schemaTable(items));
    else if (status === '200' && result && Object.keys(resolve(result)).length > 0)
      parts.push(element('p', {}, 'result：'), schemaTable(result));
  }
  at('operation').replaceChildren(...parts);
  at('operation').focus();
}

/** @param {Json} operation */
function permissionText(operation) {
  if (operation.security?.length === 0) return '无需登录';
  const code = operation['x-permission'];
  return code ? `需要权限 ${code}` : '登录即可';
}

/** @param {string} word */
function list(word) {
  const wanted = word.trim().toLowerCase();
  const found = calls.filter(({ path, operation }) =>
    [path, operation.summary, operation['x-permission'] ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
  const groups = Map.groupBy(found, ({ operation }) => operation.tags[0]);
  at('index').replaceChildren(
    ...[...groups].map(([tag, group]) =>
      element(
        'details',
        wanted === '' ? {} : { open: '' },
        element('summary', {}, `${tag}（${group.length}）`),
        ...group.map(({ method, path, operation }) =>
          element(
            'a',
            { href: `#${operation.operationId}` },
            element('span', { class: 'method' }, method),
            operation.summary,
            element('small', {}, path),
          ),
        ),
      ),
    ),
  );
  at('about').textContent =
    found.length === 0 ? '没有查询到任何数据' : `版本 ${api.info.version}，共 ${found.length} 个接口`;
}

function follow() {
  const id = decodeURIComponent(location.hash.slice(1));
  const call = calls.find(({ operation }) => operation.operationId === id);
  if (!call) return;
  for (const link of document.querySelectorAll('nav a')) {
    const isCurrent = link.getAttribute('href') === `#${id}`;
    link.setAttribute('aria-current', String(isCurrent));
    if (isCurrent) link.closest('details')?.setAttribute('open', '');
  }
  show(call);
}

async function start() {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`${response.status}`);
  api = await response.json();
  calls = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: /** @type {Json} */ (operation),
    })),
  );
  document.title = `${api.info.title} 接口文档`;
  at('title').textContent = document.title;
  const search = /** @type {HTMLInputElement} */ (at('search'));
  search.addEventListener('input', () => list(search.value));
  addEventListener('hashchange', follow);
  list('');
  follow();
}

start().catch((error) => {
  at('about').textContent = `接口文档加载失败：${error instanceof Error ? error.message : error}`;
});
