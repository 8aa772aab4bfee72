import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { smtpCarrier, type Mail } from '#platform/mail/smtp-mail.ts';
import { createUser } from '#modules/system/server/index.ts';
import type { MailProposal, OrderMail } from '#modules/purchasing/model/order-mail.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { pdfWords } from '#tests/contract/pdf-words.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startMailServer, type MailServer } from '#tests/harness/mail-server.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { newSupplier } from './bill-scene.ts';
import { newSku } from './landed-scene.ts';

const ORDER = '/purchasing/purchaseOrder';

let scene: TestApp;
let server: MailServer;
let admin: Client;
let buyer: Client;
let supplierId: string;
let skuId: string;
/** What happens before a mail reaches the server; it may throw in its place. */
let before: (mail: Mail) => void;
/** What happens after the server took one. */
let behind: (mail: Mail) => void;

beforeAll(async () => {
  server = await startMailServer();
  const carry = smtpCarrier({
    url: server.url,
    from: 'Waybill <noreply@example.com>',
    requireTls: false,
  });
  scene = await startTestApp({
    start: {
      messages: {
        hasOutbox: false,
        async mail(mail) {
          before(mail);
          await carry(mail);
          behind(mail);
        },
      },
    },
  });
  admin = await scene.as('admin');
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'buyer',
    realname: '小采',
    password: PASSWORD,
    roles: ['BUY'],
    departs: ['A01'],
  });
  buyer = await scene.as('buyer');
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  skuId = (await newSku(admin, productId)).id;
  supplierId = await newSupplier(admin);
  for (const [name, email] of [
    ['王工', 'wang@factory.example'],
    ['李姐', 'li@factory.example'],
    ['没邮箱', undefined],
  ])
    await must(admin.post('/base/supplierContact/add', { supplierId, name, email }));
});
afterAll(async () => {
  await scene?.stop();
  await server?.close();
});

const calm = (): void => undefined;
const quiet = (): void => {
  before = calm;
  behind = calm;
  server.mails.length = 0;
  server.refuse(false);
};

async function newOrder(move = 'submit'): Promise<{ id: string; poNo: string }> {
  const { id } = await must(
    buyer.post<{ id: string }>(`${ORDER}/add`, {
      supplierId,
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      currency: 'USD',
      lines: [{ skuId, qty: 2, unitPrice: '12.50' }],
    }),
  );
  if (move) await must(buyer.post(`${ORDER}/${id}/${move}`));
  return (await must(buyer.get(`${ORDER}/queryById`, { id }))) as { id: string; poNo: string };
}

const proposal = (id: string): Promise<MailProposal> => must(buyer.get<MailProposal>(`${ORDER}/${id}/mail`));
const send = (id: string, to: readonly string[] = ['wang@factory.example'], who = buyer) =>
  who.post<{ id: string }>(`${ORDER}/${id}/mail`, { to, subject: '采购单', text: '请备货' });
const mailsOf = async (id: string): Promise<OrderMail[]> =>
  (await must(buyer.get<{ mails: OrderMail[] }>(`${ORDER}/queryById`, { id }))).mails;

test('an order goes to people of its supplier with its paper, and its page says so', async () => {
  covers('ours: an order is mailed to its supplier');
  quiet();
  const { id, poNo } = await newOrder();
  const offered = await proposal(id);
  expect(offered.contacts.map(({ name }) => name)).toEqual(['王工', '李姐']);
  expect(offered.subject).toContain(poNo);
  expect(offered.text).toContain('小采');
  expect(offered).toMatchObject({ hasPrices: true, refusal: null });
  const to = offered.contacts.map(({ email }) => email);
  const { subject, text } = offered;
  await must(buyer.post(`${ORDER}/${id}/mail`, { to, subject, text }));
  await scene.settled();
  expect(server.mails.map((mail) => mail.to)).toEqual([[to[0]], [to[1]]]);
  const [mail] = server.mails;
  expect(mail?.subject).toBe(subject);
  expect(mail?.raw).toContain(`${poNo}.pdf`);
  expect(mail?.raw).toContain('JVBERi0'); // %PDF-
  expect(await mailsOf(id)).toMatchObject([
    { status: 'sent', recipients: to, createBy: 'buyer', failure: null, note: null },
  ]);
  // Once more is another mail.
  await must(send(id));
  await scene.settled();
  expect((await mailsOf(id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
});

test('who may not see costs mails a paper without prices, who may mails it with them', async () => {
  quiet();
  const { id } = await newOrder();
  const rights = ['list', 'mail'].map((verb) => `purchasing:purchaseOrder:${verb}`);
  const blind = await personWith(scene, admin, rights);
  expect(await must(blind.get<MailProposal>(`${ORDER}/${id}/mail`))).toMatchObject({
    hasPrices: false,
  });
  await must(send(id, ['wang@factory.example'], blind));
  await scene.settled();
  await must(send(id));
  await scene.settled();
  const papers = await Promise.all(server.mails.map(({ raw }) => pdfWords(paperIn(raw))));
  expect(papers.map((words) => words.includes('总额'))).toEqual([false, true]);
  expect(papers.map((words) => words.includes('12.50'))).toEqual([false, true]);
});

/** The paper that goes along with a mail. */
const paperIn = (raw: string): Buffer =>
  Buffer.from(/JVBERi0[\w+/=\s]*/.exec(raw)?.[0].replaceAll(/\s/g, '') ?? '', 'base64');

test('what may not be sent is refused in words', async () => {
  quiet();
  const draft = await newOrder('');
  expect((await proposal(draft.id)).refusal).toBe('采购单草稿，不能发给供应商；审核通过后再发');
  expect(await send(draft.id)).toMatchObject({
    status: 409,
    message: '采购单草稿，不能发给供应商；审核通过后再发',
  });
  const { id } = await newOrder();
  expect(await send(id, [])).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'to', message: '请选择收件人' }] },
  });
  expect(await send(id, ['spy@other.example'])).toMatchObject({
    result: { errors: [{ field: 'to', message: 'spy@other.example 不是该供应商联系人的邮箱' }] },
  });
  expect(
    await buyer.post(`${ORDER}/${id}/mail`, {
      to: ['wang@factory.example'],
      subject: '',
      text: 'x',
    }),
  ).toMatchObject({ status: 422, result: { errors: [{ field: 'subject' }] } });
  expect((await send(id, ['wang@factory.example'], await scene.as('cangku'))).status).toBe(403);
  expect(server.mails).toEqual([]);
});

test('an address that is refused is said at the order; the next one goes', async () => {
  quiet();
  const { id } = await newOrder();
  server.refuse(true);
  await must(send(id));
  await scene.settled();
  expect(await mailsOf(id)).toMatchObject([
    { status: 'failed', failure: 'wang@factory.example：收件地址被拒收', sentAt: null },
  ]);
  server.refuse(false);
  await must(send(id, ['li@factory.example']));
  await scene.settled();
  expect((await mailsOf(id)).map(({ status }) => status)).toEqual(['sent', 'failed']);
});

test('a server that is away is asked again; who got it already gets nothing more', async () => {
  quiet();
  const { id } = await newOrder();
  let tries = 0;
  before = ({ to }) => {
    if (to === 'li@factory.example' && ++tries === 1)
      throw Object.assign(new Error('away'), { code: 'ECONNECTION', command: 'CONN' });
  };
  await must(send(id, ['wang@factory.example', 'li@factory.example']));
  await scene.app.worker.settled();
  expect(await mailsOf(id)).toMatchObject([
    { status: 'sending', failure: 'li@factory.example：连不上邮件服务器，稍后自动重试' },
  ]);
  // Two at once are one.
  expect(await send(id)).toMatchObject({ status: 409, message: '有一封邮件正在发送，请稍后再发' });
  await scene.pass(60_000);
  await scene.settled();
  expect(server.mails.map(({ to }) => to[0])).toEqual(['wang@factory.example', 'li@factory.example']);
  buyer = await scene.as('buyer');
  expect(await mailsOf(id)).toMatchObject([{ status: 'sent', note: null }]);
});

test('a break after the server took it: at least once, under one message id, and the page warns', async () => {
  quiet();
  const { id } = await newOrder();
  let broke = 0;
  behind = () => {
    if (++broke === 1) throw Object.assign(new Error('broken'), { code: 'ETIMEDOUT', command: 'DATA' });
  };
  await must(send(id));
  await scene.settled();
  await scene.pass(60_000);
  await scene.settled();
  buyer = await scene.as('buyer');
  expect(await mailsOf(id)).toMatchObject([{ status: 'sent', note: '发送途中中断过，对方可能收到两封相同的邮件' }]);
  const ids = server.mails.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('sent and cancelled at once: refused, or found cancelled, or sent before it was cancelled', async () => {
  quiet();
  for (let round = 0; round < 6; round++) {
    const { id, poNo } = await newOrder();
    const cancel = () => buyer.post(`${ORDER}/${id}/cancel`, { reason: '不要了' });
    const [sent, cancelled] = await Promise.all(
      round % 2
        ? [send(id), cancel()]
        : ([cancel(), send(id)].reverse() as [ReturnType<typeof send>, ReturnType<typeof cancel>]),
    );
    expect(cancelled.status).toBe(200);
    await scene.settled();
    const mails = await mailsOf(id);
    const gone = server.mails.filter(({ raw }) => raw.includes(`${poNo}.pdf`)).length;
    if (sent.status === 200) expect([mails[0]?.status, gone]).toEqual(gone ? ['sent', 1] : ['failed', 0]);
    else expect([sent.status, mails.length, gone]).toEqual([409, 0, 0]);
  }
  const { id } = await newOrder();
  // Cancelled between the asking and the sending.
  await look(scene, (tx) => tx.run`update delivery set next_at = next_at where tenant_id = ${tx.tenant}`);
  await must(buyer.post(`${ORDER}/${id}/cancel`, { reason: '不要了' }));
  expect((await send(id)).status).toBe(409);
});

test('without a mail server everything is said beforehand', async () => {
  const bare = await startTestApp();
  try {
    const who = await bare.as('admin');
    const seller = await newSupplier(who);
    const { id: productId } = await firstOf<{ id: string }>(who, '/catalog/product/list');
    const sku = await newSku(who, productId);
    const { id } = await must(
      who.post<{ id: string }>(`${ORDER}/add`, {
        supplierId: seller,
        warehouseId: bare.seller.warehouses[NEW_JERSEY],
        currency: 'USD',
        lines: [{ skuId: sku.id, qty: 1, unitPrice: '1' }],
      }),
    );
    await must(who.post(`${ORDER}/${id}/submit`));
    const words = expect.stringMatching(/^没有配置邮件服务器/) as unknown;
    expect(await who.get(`${ORDER}/${id}/mail`)).toMatchObject({ result: { refusal: words } });
    expect(await who.post(`${ORDER}/${id}/mail`, { to: ['a@b.example'] })).toMatchObject({
      status: 422,
      message: words,
    });
  } finally {
    await bare.stop();
  }
});
