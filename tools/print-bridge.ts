/**
 * Reference of the local print bridge (docs/print-bridge.md): takes labels of the packing station over
 * the loopback and hands each once to a command, or keeps it in a folder.
 *
 *   node tools/print-bridge.ts --origin http://127.0.0.1:3000 --token <secret> --to ./printed
 *   node tools/print-bridge.ts --origin https://erp.example.com --token <secret> --command "lp -d {printer} {file}"
 */
import { parseArgs } from 'node:util';
import { startBridge } from './print-bridge/serve.ts';
import { printByCommand, printToFolder } from './print-bridge/printers.ts';

const { values } = parseArgs({
  options: {
    origin: { type: 'string', multiple: true },
    token: { type: 'string' },
    port: { type: 'string', default: '9411' },
    spool: { type: 'string', default: './print-spool' },
    printer: { type: 'string', multiple: true },
    to: { type: 'string' },
    command: { type: 'string' },
    'zpl-command': { type: 'string' },
  },
});

const { origin, token, to, command } = values;
if (!origin || !token || Boolean(to) === Boolean(command)) {
  console.error('usage: print-bridge --origin <console> --token <secret> (--to <folder> | --command <command>)');
  process.exit(2);
}
const bridge = await startBridge({
  port: Number(values.port),
  origins: origin,
  token,
  spool: values.spool,
  printers: to
    ? printToFolder(to)
    : printByCommand(command ?? '', values.printer ?? ['default'], values['zpl-command']),
});
console.log(`print bridge at ${bridge.address}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void bridge.close().then(() => process.exit(0)));
