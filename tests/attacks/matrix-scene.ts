import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { call, fileForm } from '#tests/contract/calls.ts';
import { declared, newBody, numberOf, resourceAt, sheetOf, sheetOfLines } from '#tests/contract/good-calls.ts';
import type { Scenery } from '#tests/contract/call-scenery.ts';
import { layOutPrey } from '#tests/contract/lay-out-prey.ts';
import type { Prey } from '#tests/contract/administration-tries.ts';
import { pathOf, registers, rowsOf, type Row } from '#tests/contract/resources.ts';
import { ruledPerson, type RuledPerson } from '#tests/contract/ruled-person.ts';
import { ownThings } from './matrix-own.ts';
import { send as upload } from './upload-scene.ts';
import { openOtherTenant, openWorld, personWith } from '#tests/contract/worlds.ts';
import type { Samples } from '#tests/contract/sample-row.ts';
import { PASSWORD, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { workbook } from '#tests/sheets/upload.ts';

/** Who calls. */
export interface People {
  /** Whose session is over. */
  ended: Client;
  /** Administrator of another tenant. */
  stranger: Client;
  /** Of this tenant, without any right. */
  nobody: Client;
  /** With all rights, limited to another shop and another warehouse. */
  elsewhere: Client;
  /** With all rights, whose data rules hide the rows. */
  ruled: Client;
  /** With all rights over all rows. */
  holder: Client;
}

export interface MatrixScene {
  world: Scenery;
  people: People;
  /** What they sign in as. */
  names: Record<keyof People, string>;
  /** Ids that only this tenant has. */
  ids: readonly string[];
  isRulable: RuledPerson['isRulable'];
}

/** One database, one server: a row of everything, and everybody who might ask for it. */
export async function openMatrix(): Promise<MatrixScene> {
  const { scene, admin, samples } = await openWorld();
  const prey = await layOutPrey(scene, admin);
  const rows = await oneOfEach(admin, prey);
  const { client: holder, pages } = await ruledPerson(scene, admin, 'holder');
  const hidden = await ruledPerson(scene, admin, 'hidden');
  const world: Scenery = {
    scene,
    holder,
    samples,
    rows,
    prey,
    isHolder: false,
    own: await ownThings(scene, admin, holder),
    pageId: pages.get('system:user') as string,
    spare: new Map(),
    numbers: new Map(),
    errorFiles: new Map(),
  };
  await addSpares(world);
  world.spare.set('advised', await advised(scene, admin, samples));
  await layOutPictures(world, admin);
  await keepNumbers(world);
  await uploadBadSheets(world);
  const again = await scene.as('holder');
  await must(again.get('/sys/logout'));
  const people: People = {
    holder,
    ended: again,
    ruled: hidden.client,
    stranger: await openOtherTenant(scene),
    nobody: await personWith(scene, admin, []),
    elsewhere: await limited(scene, rows),
  };
  await Promise.all(
    declared.map(async (resource) => {
      const row = rows.get(resourceKey(resource));
      if (row && hidden.isRulable(resource)) await hidden.under(resourceKey(resource), 'id', '!=', row.id);
    }),
  );
  const ids = [...rows.values()].map(({ id }) => id);
  return {
    world,
    people,
    names: await namesOf(people),
    ids: [...ids, ...Object.values(prey).filter((one) => one.length > 30)],
    isRulable: hidden.isRulable,
  };
}

async function namesOf(people: People): Promise<Record<keyof People, string>> {
  const names: Record<string, string> = { ended: '' };
  for (const [who, client] of Object.entries(people) as [string, Client][])
    if (who !== 'ended') names[who] = (await must(client.get<{ username: string }>('/sys/user/profile'))).username;
  return names as Record<keyof People, string>;
}

/** What is laid out of the administration, by key of its resource. */
const ADMINISTERED: readonly (readonly [key: string, of: keyof Prey])[] = [
  ['system:user', 'user'],
  ['system:role', 'role'],
  ['system:depart', 'depart'],
  ['system:position', 'position'],
  ['system:checkRule', 'checkRule'],
  ['system:fillRule', 'fillRule'],
  ['system:dict', 'dict'],
  ['system:dictItem', 'dictItem'],
  ['system:announcement', 'notice'],
  ['system:message', 'message'],
  ['system:messageTemplate', 'template'],
  ['system:departRole', 'departRole'],
  ['operations:quartzJob', 'schedule'],
  ['operations:dataSource', 'source'],
  ['operations:gatewayRoute', 'gateway'],
  ['operations:report', 'report'],
  ['system:plan', 'plan'],
];

const BILL_LINE = 'purchasing:supplierBillLine';

async function oneOfEach(admin: Client, prey: Prey): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const resource of declared.filter(({ wire, kind }) => !wire && kind !== 'view')) {
    const [row] = await rowsOf(admin, resource);
    if (!row) throw new Error(`no row of ${resourceKey(resource)}`);
    rows.set(resourceKey(resource), row);
  }
  // What a bill answers is its supplier's: the line goes with the bill.
  const lines = declared.find((one) => resourceKey(one) === BILL_LINE) as AnyResource;
  const [line] = await rowsOf(admin, lines, {
    billId: rows.get('purchasing:supplierBill')?.id ?? '',
  });
  if (line) rows.set(BILL_LINE, line);
  for (const [key, of] of ADMINISTERED) {
    const resource = declared.find((one) => resourceKey(one) === key);
    if (!resource) throw new Error(`no resource ${key}`);
    const { result } = await admin.get<Row>(`${pathOf(resource)}/queryById`, { id: prey[of] });
    rows.set(key, { ...result, id: prey[of] });
  }
  return rows;
}

/** Somebody with the rights of the holder, in a shop and a warehouse where none of the rows are. */
async function limited(scene: TestApp, rows: ReadonlyMap<string, Row>): Promise<Client> {
  const admin = await scene.as('admin');
  const other = async (key: string): Promise<string> => {
    const resource = registers.find((one) => resourceKey(one) === key) as (typeof registers)[0];
    const found = (await rowsOf(admin, resource)).map(({ id }) => id);
    const used = new Set([...rows.values()].flatMap((row) => Object.values(row).map(String)));
    const free = found.find((id) => !used.has(id));
    if (!free) throw new Error(`every ${key} has rows of the matrix`);
    return free;
  };
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '别处',
    password: PASSWORD,
    roles: ['holder'],
    departs: ['A01'],
    shops: [await other('base:channelAccount')],
    warehouses: [await other('base:warehouse')],
  });
  return scene.as('elsewhere');
}

/** Rows that nothing hangs on, two of each: one to delete, one to delete in a batch. */
async function addSpares(world: Scenery): Promise<void> {
  const { scene, holder, spare } = world;
  const add = async (stem: string, body: unknown): Promise<void> => {
    const { id } = await must(holder.post<{ id: string }>(`${stem}/add`, body));
    spare.set(stem, [...(spare.get(stem) ?? []), String(id)]);
  };
  for (let n = 0; n < 2; n++) {
    for (const resource of declared.filter((one) => one.kind === 'register' && !one.isComposite))
      await add(pathOf(resource), await newBody({ resource, scenery: world }));
    for (const resource of declared.filter(({ draft }) => draft))
      await add(pathOf(resource), await newBody({ resource, scenery: world }));
    const name = `spare_${n}`;
    await add('/sys/role', { roleName: name, roleCode: name });
    await add('/sys/sysDepart', { departName: name });
    await add('/sys/category', { name });
    await add('/sys/annountCement', { titile: name });
    await add('/sys/plan', { code: name, name });
    await add('/sys/tenant', { id: 90 + n, code: name, name });
    await add('/sys/sysDepartRole', {
      departId: world.prey.depart,
      roleName: name,
      roleCode: name,
    });
    await add('/sys/quartzJob', {
      jobClassName: 'desk.reconcile',
      cronExpression: '0 0 9 * * ? *',
      status: -1,
    });
    await add('/sys/gatewayRoute', {
      routerId: name,
      name,
      uri: 'https://erp.example.com',
      predicates: JSON.stringify([{ name: 'Path', args: [`/${name}/**`] }]),
    });
    await add('/sys/message/sysMessage', {
      esTitle: name,
      esContent: name,
      esReceiver: 'a@b.example',
    });
    await upload(scene, holder, png(3, 3), { name: `${name}.png`, path: '/sys/oss/file/upload' });
    for (const stem of ['/sys/dict', 'binned dict'] as const) {
      const dictCode = `${name}_${stem.length}`;
      const { id } = await must(holder.post<{ id: string }>('/sys/dict/add', { dictName: dictCode, dictCode }));
      spare.set(stem, [...(spare.get(stem) ?? []), id]);
      if (stem === 'binned dict') await must(holder.delete('/sys/dict/delete', { id }));
    }
    await add('/sys/dictItem', {
      dictId: world.prey.dict,
      itemText: name,
      itemValue: name,
    });
    for (const stem of ['/sys/user', 'binned']) {
      const username = `${name}_${stem.length}`;
      const { id } = await must(
        holder.post<{ id: string }>('/sys/user/add', {
          username,
          realname: '备用',
          password: PASSWORD,
        }),
      );
      spare.set(stem, [...(spare.get(stem) ?? []), id]);
      if (stem === 'binned') await must(holder.delete('/sys/user/delete', { id }));
    }
  }
  await addOthers(world);
}

/** What calls need once: files by their ids, a member of the department, a SKU without cartons. */
async function addOthers(world: Scenery): Promise<void> {
  const { holder, prey, spare } = world;
  type Listed = { records: { id: string; fileName: string }[] };
  const { records } = await must(holder.get<Listed>('/sys/oss/file/list', { pageSize: '100' }));
  const files = records.filter(({ fileName }) => fileName.startsWith('spare_'));
  spare.set(
    '/sys/oss/file',
    files.map(({ id }) => id),
  );
  const member = await must(
    holder.post<{ id: string }>('/sys/user/add', {
      username: 'spare_member',
      realname: '备用',
      password: PASSWORD,
      selecteddeparts: prey.depart,
    }),
  );
  spare.set('member', [member.id]);
  const resource = declared.find((one) => resourceKey(one) === 'catalog:sku');
  if (!resource) throw new Error('no resource of SKUs');
  const body = await newBody({ resource, scenery: world });
  const sku = await must(holder.post<{ id: string }>(`${pathOf(resource)}/add`, body));
  spare.set('SKU of cartons', [sku.id]);
}

/** Rows of what to order: of a SKU that is short in one warehouse, and that somebody sells. */
async function advised(scene: TestApp, admin: Client, samples: Samples): Promise<string[]> {
  const add = async (path: string, body: object): Promise<string> =>
    (await must(admin.post<{ id: string }>(`${path}/add`, body))).id;
  const productId = await samples.parent('catalog:product');
  const named = { skuCode: 'ADVISED', name: '缺货', productId };
  const skuId = await add('/catalog/sku', { ...named, safetyStock: 500, standardCost: '1' });
  const seller = { code: 'ADVISED', name: '缺货工厂', type: 'factory', currency: 'USD' };
  const supplierId = await add('/base/supplier', seller);
  await add('/purchasing/supplierPrice', {
    supplierId,
    skuId,
    minQty: 1,
    unitPrice: '1',
    currency: 'USD',
    effectiveDate: '2026-01-01',
  });
  const [warehouseId] = Object.values(scene.seller.warehouses);
  const receipt = { warehouseId, lines: [{ skuId, qty: 1, unitCost: '1' }] };
  const id = await add('/inventory/inboundReceipt', receipt);
  await must(admin.post(`/inventory/inboundReceipt/${id}/announce`, {}, { 'idempotency-key': 'advised' }));
  const { records } = await must(admin.get<{ records: { id: string }[] }>('/purchasing/restockAdvice/list', { skuId }));
  return records.map((row) => row.id);
}

/** Pictures of a product, the last two of them held by nobody; and one that the holder has uploaded. */
async function layOutPictures({ scene, holder, spare }: Scenery, admin: Client): Promise<void> {
  const images: string[] = [];
  for (let side = 1; side <= 5; side++)
    images.push((await upload(scene, admin, png(20 + side, 20), { name: 'p.png' })).message);
  const { id } = await must(
    admin.post<{ id: string }>('/catalog/product/add', {
      spuCode: 'PICTURED',
      name: '有图',
      images: images.join(','),
    }),
  );
  const { records } = await must(
    admin.get<{ records: { id: string; ordinal: number }[] }>('/catalog/picture/list', {
      productId: id,
      pageSize: '10',
    }),
  );
  const ids = records.sort((a, b) => a.ordinal - b.ordinal).map((row) => row.id);
  await must(admin.post('/catalog/picture/detach', { ids: ids.slice(3) }));
  spare.set('pictures', ids);
  const fresh = await upload(scene, holder, png(30, 20), { name: 'q.png' });
  spare.set('picture upload', [fresh.message]);
}

async function keepNumbers({ scene, holder, rows, numbers }: Scenery): Promise<void> {
  for (const resource of declared) {
    const path = `${pathOf(resource)}/numbers`;
    if (!scene.app.assembled.routes.some((one) => one.method === 'POST' && one.path === path)) continue;
    const row = rows.get(resourceKey(resource));
    const request = { numbers: [numberOf(resource, row)] };
    numbers.set(pathOf(resource), (await must(holder.post<{ id: string }>(path, request))).id);
  }
}

const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Columns that a sheet of orders cannot lack. */
const ORDER_TITLES = ['店铺', 'PO号', '渠道SKU', '数量', '单价', '收件人', '地址', '城市', '州/省', '邮编', '国家'];

const OFFER_TITLES = ['市场', '平台商品ID', '观察时间', '价格'];
const PUBLISH_TITLES = ['刊登单号', '渠道SKU', '题目编号'];
const PROMOTED_TITLES = ['渠道SKU', '折扣(减)', '限量'];
const PRICE_TITLES = ['店铺', '渠道SKU', '价格类型', '新价', '生效日'];
const DEDUCTION_TITLES = ['店铺', '平台扣款号', 'PO号', '类型', '金额', '公布日'];
const PART_TITLES = ['店铺', '平台补件号', 'PO号', '整件SKU', '配件SKU', '数量'];

/** A sheet that names nobody's row, wherever sheets are taken: the holder has an error file of each. */
async function uploadBadSheets(scenery: Scenery): Promise<void> {
  const { scene, holder, errorFiles } = scenery;
  const dicts = await workbook(['字典编码', '字典名称'], [['不是编码！', '错']]);
  const orders = await workbook(ORDER_TITLES, [ORDER_TITLES.map(() => '没有')]);
  const parts = await workbook(PART_TITLES, [PART_TITLES.map(() => '没有')]);
  const others: Record<string, Buffer> = {
    '/sys/dict': dicts,
    '/orders/salesOrder': orders,
    '/aftersales/partOrder': parts,
    '/market/sellerOffer': await workbook(OFFER_TITLES, [OFFER_TITLES.map(() => '没有')]),
    '/finance/deduction': await workbook(DEDUCTION_TITLES, [DEDUCTION_TITLES.map(() => '没有')]),
    '/channels/promotion': await workbook(PROMOTED_TITLES, [PROMOTED_TITLES.map(() => '没有')]),
    '/channels/publishTask': await workbook(PUBLISH_TITLES, [PUBLISH_TITLES.map(() => '没有')]),
    '/channels/priceRecord': await workbook(PRICE_TITLES, [PRICE_TITLES.map(() => '没有')]),
  };
  const takesLines = new Set(
    scene.app.assembled.routes
      .filter(({ path }) => path.endsWith('/importLines'))
      .map(({ path }) => path.slice(0, -'/importLines'.length)),
  );
  const upload = async (path: string): Promise<void> => {
    const stem = path.slice(0, -'/importErrors/:id'.length);
    const resource = resourceAt(path);
    if (!resource) return;
    const sheet = await sheetOf(resource, { id: NOBODY, [resource.label]: '错' });
    const isDraft = takesLines.has(stem);
    const lines = await sheetOfLines(resource, '没有');
    // Its head is good: what is wrong are the lines.
    const { lines: _good, ...head } = isDraft ? await newBody({ resource, scenery }) : {};
    const reply = await call(
      scene,
      { method: 'POST', path: `${stem}/${isDraft ? 'importLines' : 'importExcel'}` },
      {
        token: holder.token,
        ...fileForm(others[stem] ?? (isDraft ? lines : sheet)),
        query: isDraft ? (head as Record<string, string>) : { mode: 'update' },
      },
    );
    const { fileUrl } = (reply.json?.result ?? {}) as { fileUrl?: string };
    if (!fileUrl) throw new Error(`${path}: ${reply.json?.message}`);
    errorFiles.set(stem, fileUrl.split('/').at(-1) as string);
  };
  // One after the other: nobody may have many imports open.
  for (const { method, path } of scene.app.assembled.routes)
    if (method === 'GET' && path.endsWith('/importErrors/:id')) await upload(path);
}
