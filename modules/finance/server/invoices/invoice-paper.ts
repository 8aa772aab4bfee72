import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { TablePage } from '#platform/print/table-page.ts';
import { invoiceLifecycle, type InvoiceRow } from '../../model/invoice.ts';

interface Names {
  id: string;
  tenant: string;
  customer: string;
  taxId: string | null;
  address: string;
  term: string | null;
}

interface PrintedLine {
  invoiceId: string;
  sku: string | null;
  channelSku: string | null;
  name: string;
  qty: number;
  unitPrice: string;
  amount: bigint;
}

/** 发票 for the customer: a paper for each. */
export async function invoicePapers(tx: Tx, rows: readonly InvoiceRow[]): Promise<TablePage[]> {
  const ids = rows.map(({ id }) => id);
  const named = await tx.rows<Names>`
    select i.id, t.name as tenant, c.name as customer, c.tax_id, p.name as term,
      concat_ws(', ', c.bill_address1, c.bill_address2, c.bill_city, c.bill_state, c.bill_postal_code, c.bill_country)
        as address
    from invoice i join customer c on c.tenant_id = i.tenant_id and c.id = i.customer_id
    join tenant t on t.id = i.tenant_id
    left join payment_term p on p.tenant_id = i.tenant_id and p.id = i.payment_term_id
    where i.tenant_id = ${tx.tenant} and i.id = any(${ids}::uuid[])`;
  const lines = await tx.rows<PrintedLine>`
    select l.invoice_id, s.sku_code as sku, l.channel_sku, l.name, l.qty, l.unit_price::text as unit_price, l.amount
    from invoice_line l left join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.invoice_id = any(${ids}::uuid[]) order by l.invoice_id, l.line_no`;
  const names = new Map(named.map((row) => [row.id, row]));
  const byInvoice = Map.groupBy(lines, ({ invoiceId }) => invoiceId);
  return rows.map((row) => paperOf(row, names.get(row.id) as Names, byInvoice.get(row.id) ?? []));
}

function paperOf(row: InvoiceRow, names: Names, lines: readonly PrintedLine[]): TablePage {
  const { currency } = row;
  const amount = (value: bigint): string => formatDecimal(value, exponentOf(currency));
  const some = (label: string, value: bigint) => ({ label, value: value > 0n ? `${currency} ${amount(value)}` : '' });
  return {
    title: `发票 ${names.tenant}`,
    subtitle: row.status === 'voided' ? `${invoiceLifecycle.states.voided[0]}，不作为收款凭证` : '',
    barcodeText: row.invoiceNo,
    headerFields: [
      { label: '客户', value: names.customer },
      { label: '税号', value: names.taxId ?? '' },
      { label: '账单地址', value: names.address },
      { label: 'PO号', value: row.poNo ?? '' },
      { label: '平台发票号', value: row.channelInvoiceNo ?? '' },
      { label: '开票日', value: row.issueDate },
      { label: '付款条款', value: names.term ?? '' },
      { label: '到期日', value: row.dueDate },
      {
        label: '提前付款折扣',
        value: row.discountDate ? `${row.discountDate} 前付清减 ${currency} ${amount(row.discountAmount)}` : '',
      },
      some('运费', row.freight),
      some('税', row.tax),
      some('折扣', row.discount),
      { label: '总额', value: `${currency} ${amount(row.total)}` },
    ],
    columns: [
      { title: 'SKU', width: 130, align: 'left' },
      { title: '渠道SKU', width: 110, align: 'left' },
      { title: '名称', width: 170, align: 'left' },
      { title: '数量', width: 45, align: 'right' },
      { title: `单价 ${currency}`, width: 70, align: 'right' },
      { title: `金额 ${currency}`, width: 80, align: 'right' },
    ],
    rows: lines.map((line) => [
      line.sku ?? '',
      line.channelSku ?? '',
      line.name,
      String(line.qty),
      line.unitPrice.replace(/(\.\d\d\d*?)0+$/, '$1'),
      amount(line.amount),
    ]),
    totalRow: ['货款', '', '', String(lines.reduce((sum, { qty }) => sum + qty, 0)), '', amount(row.goods)],
    footer: `${row.invoiceNo} · ${names.customer}`,
  };
}
