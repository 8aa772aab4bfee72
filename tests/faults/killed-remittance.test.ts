import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { importRemittance, moveRemittance, newInvoice, remittanceNumbered } from '#tests/journeys/remittance-scene.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { workbook } from '#tests/sheets/upload.ts';

/** The process is killed while remittances are imported, matched, posted and reversed, at every stage. */

/**
 * Where it stands when it is killed: before it writes there. A match and an import stand at the shares, a posting and
 * a reversal at the books, where everything is written and nothing committed.
 */
const PLACES = IS_LONG
  ? ['remittance_line', 'remittance_share', 'invoice_settlement', 'journal_entry', 'audit_log']
  : ['remittance_share', 'journal_entry'];
const LINES = 30;
const CENTS = 4_250n;

interface Round {
  matched: string;
  posted: string;
  reversed: string;
  /** A file, and the number that it gives to its remittance. */
  file: Buffer;
  imported: string;
  /** Invoices by what happens to them. */
  invoices: Record<'matched' | 'posted' | 'reversed' | 'imported', string[]>;
  keys: string[];
}

let scene: TestApp;
let product: ServedProduct | undefined;
const rounds: Round[] = [];

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  const finance = await scene.as('caiwu');
  for (const place of PLACES) rounds.push(await prepare(finance, place));
  await scene.settled();
  await scene.stopApp();
  product = await powerUp(scene);
}, 180_000);
afterAll(async () => {
  await product?.cutPower();
  await scene?.stop();
});

const NET = ((Number(CENTS) * LINES) / 100).toFixed(2);
const AMOUNT = (Number(CENTS) / 100).toFixed(2);
const TITLES = ['Remittance Number', 'Payment Date', 'Net Amount', 'Invoice Number', 'Amount'];

async function prepare(finance: Client, place: string): Promise<Round> {
  const invoices: Record<string, string[]> = {};
  const numbers: Record<string, string[]> = {};
  for (const name of ['matched', 'posted', 'reversed', 'imported']) {
    const made = [];
    for (let at = 0; at < LINES; at++) made.push(await newInvoice(scene, CENTS));
    invoices[name] = made.map(({ id }) => id);
    numbers[name] = made.map(({ invoiceNo }) => invoiceNo);
  }
  const rows = (no: string, of: string) =>
    (numbers[of] ?? []).map((invoiceNo) => ({
      'Remittance Number': no,
      'Payment Date': '2026-11-20',
      'Net Amount': NET,
      'Invoice Number': invoiceNo,
      Amount: AMOUNT,
    }));
  const { id: matched } = await must(
    finance.post<{ id: string }>('/finance/remittance/add', {
      accountId: scene.seller.accountId,
      channelRemitNo: `M-${place}`,
      payDate: '2026-11-20',
      currency: 'USD',
      netAmount: NET,
      lines: (numbers['matched'] ?? []).map((invoiceNo) => ({ kind: 'invoicePay', invoiceNo, stated: AMOUNT })),
    }),
  );
  const there = async (name: string): Promise<string> => {
    await must(importRemittance(scene, finance, rows(`${name}-${place}`, name)));
    return (await remittanceNumbered(finance, `${name}-${place}`)).id;
  };
  const [posted, reversed] = [await there('posted'), await there('reversed')];
  await must(moveRemittance(finance, reversed, 'post'));
  const imported = `imported-${place}`;
  const cells = rows(imported, 'imported').map((row) => Object.values(row));
  const file = await workbook(TITLES, cells);
  const keys = [newId(), newId(), newId()];
  return { matched, posted, reversed, imported, file, invoices: invoices as Round['invoices'], keys };
}

interface Said {
  success: boolean;
  message: string;
}
const now = (): ServedProduct => product as ServedProduct;

/** What happens in a round, at once; asked again it is the same click and the same file. */
function ask({ matched, posted, reversed, file, keys }: Round): Promise<Said>[] {
  const move = (id: string, name: string, body: object, key: string | undefined): Promise<Said> =>
    now().call('POST', `/finance/remittance/${id}/${name}`, body, key);
  return [
    move(matched, 'submit', {}, keys[0]),
    move(posted, 'post', {}, keys[1]),
    move(reversed, 'reverse', { reason: '重复付款' }, keys[2]),
    importFile(file),
  ];
}

async function importFile(file: Buffer): Promise<Said> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'remittance.xlsx');
  const response = await fetch(`${now().address}/finance/remittance/importExcel`, {
    method: 'POST',
    headers: { 'x-access-token': now().token },
    body,
  });
  return (await response.json()) as Said;
}

/** States of the remittances of a round, and what is left to be paid of each invoice. */
async function whatIs({ matched, posted, reversed, imported, invoices }: Round) {
  const db = openTestDatabase({ connection: { ...scene.connection, max: 1 } });
  try {
    return await db.tx(systemActor(1, 'checker'), async (tx) => {
      const found = await tx.rows<{ name: string; status: string; lines: number }>`
        select case when id = ${matched}::uuid then 'matched' when id = ${posted}::uuid then 'posted'
          when id = ${reversed}::uuid then 'reversed' else 'imported' end as name, status, line_count as lines
        from remittance where tenant_id = ${tx.tenant}
          and (id in (${matched}::uuid, ${posted}::uuid, ${reversed}::uuid) or channel_remit_no = ${imported})`;
      const left: Record<string, string[]> = {};
      for (const [name, ids] of Object.entries(invoices)) {
        const rows = await tx.rows<{ balance: string }>`
          select distinct balance::text as balance from invoice
          where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
        left[name] = rows.map(({ balance }) => balance);
      }
      return { states: found.map(({ name, status, lines }) => `${name} ${status} ${lines}`).toSorted(), left };
    });
  } finally {
    await db.close();
  }
}

test('killed at any stage: no remittance is half done, and asked again everything happens once', async () => {
  for (const [at, round] of rounds.entries()) {
    const place = PLACES[at] as string;
    const held = await holdPlace(scene, writesTo(place));
    const sent = ask(round).map((one) =>
      one.then(
        ({ success }) => success,
        () => null,
      ),
    );
    await held.reached(2);
    await now().cutPower();
    await held.open();
    const answers = await Promise.all(sent);
    expect(answers).not.toContain(false);
    expect(answers, place).toContain(null);
    expect(await scene.violations(), place).toEqual([]);
    product = await powerUp(scene);
    for (let again = 0; again < 2; again++) {
      const repeated = await Promise.all(ask(round));
      expect(
        repeated.map(({ success, message }) => (success ? '' : message)),
        place,
      ).toEqual(['', '', '', '']);
    }
    expect(await whatIs(round), place).toEqual({
      states: [
        `imported matched ${LINES}`,
        `matched matched ${LINES}`,
        `posted posted ${LINES}`,
        `reversed reversed ${LINES}`,
      ],
      left: { matched: ['4250'], posted: ['0'], reversed: ['4250'], imported: ['4250'] },
    });
    expect(await scene.violations(), place).toEqual([]);
  }
}, 300_000);
