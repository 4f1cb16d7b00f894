'use strict';
// Calls the advisor service with npm's hessian.js; prints one JSON document of what came back.
const http = require('http');
const hessian = require('hessian.js');
const java = require('js-to-java');

const base = new URL(process.argv[2]);
const token = process.env.WAYBILL_TOKEN;

function call(service, operation, args, bearer = token) {
  const encoder = new hessian.EncoderV2({ size: 65536 });
  encoder.byteBuffer.put(0x48).put(2).put(0).put(0x43);
  encoder.writeString(operation);
  encoder.writeInt(args.length);
  args.forEach((each) => encoder.write(each));
  const body = encoder.get();
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: base.hostname, port: base.port, path: '/hessian/' + service, method: 'POST',
      headers: { 'Content-Type': 'application/x-hessian', 'Content-Length': body.length,
        Authorization: 'Bearer ' + bearer },
    }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) {
          reject(new Error('HTTP ' + response.statusCode));
          return;
        }
        const reply = Buffer.concat(chunks);
        const value = new hessian.DecoderV2(reply.subarray(4)).read();
        resolve(reply[3] === 0x46 ? { fault: value } : value);
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function main() {
  const result = {};
  result.info = await call('advisor', 'info', []);
  result.profile = await call('advisor', 'profile', ['x.cern.ch']);
  result.located = await call('advisor', 'locate', [[{ address: '128.142.1.1', rttMillis: 12 }]]);
  result.forecast = await call('advisor', 'forecast', [[java('org.waybill.api.ForecastQuery', {
    sourceHost: 'node.example', destinationHost: 'b.example', transport: 'tcp', via: '', streams: 2,
    storage: 'DISK', bytes: java.long(4000000000), files: java.long(1), rttMillis: java.double(50),
    bottleneckBitsPerSecond: java.double(1e9), lossRatio: null })]]);
  await call('advisor', 'recordTransfers', [[{ id: '00000000-0000-4000-8000-000000000002',
    sourceHost: 'node.example', destinationHost: 'b.example', transport: 'tcp', via: '', streams: 2, storage: 'DISK',
    bytes: 4000000000, files: 1, startedAt: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)), seconds: 41.5,
    retransmittedBytes: 0, resumedBytes: 0, status: 'OK', causeCode: '' }]]);
  result.history = await call('advisor', 'history', ['node.example', '', 10]);
  const log = 'DATE=20240107092754.223249 HOST=dtn.example.org PROG=globus-gridftp-server NL.EVNT=FTP_INFO'
    + ' START=20240107092753.223249 USER=u FILE=/node BUFFER=0 BLOCK=262144 NBYTES=1000000 VOLUME=/ STREAMS=4'
    + ' STRIPES=1 DEST=[192.0.2.7] TYPE=RETR CODE=226\nDATE=2024 cut\n';
  result.imported = await call('advisor', 'importHistory', [java('org.waybill.api.HistoryImport', {
    format: 'GRIDFTP_LOG', file: 'the.log', firstLine: java.long(1), text: log, sourceHost: '', destinationHost: '' })]);
  result.found = await call('advisor', 'findData', [java('org.waybill.api.DataQuery', { text: '',
    document: '{"files": [{"name": "a.bin", "size": 10, "urls": ["https://a.example/a", "gsiftp://b.example/a"]}]}',
    limit: 10, destinationHost: 'here.example' })]);
  result.topology = await call('advisor', 'importTopology', ['Node circuits', 'CSV',
    'from,to,bitsPerSecond\nnode-a,node-b,10e9\nnode-b,node-a,10e9\n']);
  await call('advisor', 'attach', [{ system: 'Node circuits', subject: 'dtn.node.example', point: 'node-a' }]);
  result.attachments = await call('advisor', 'attachments', ['Node circuits']);
  result.quotes = await call('advisor', 'quoteCircuits', [{ source: 'dtn.node.example', destination: 'node-b',
    bytes: java.long(1000000000000), bestEffortBitsPerSecond: java.double(1e9) }]);
  const quote = result.quotes[0].earliestFinish;
  result.held = await call('advisor', 'holdCircuit', [{ id: '00000000-0000-4000-8000-00000000000b',
    system: 'Node circuits', source: 'dtn.node.example', destination: 'node-b', start: quote.start.value, end: quote.end.value,
    bitsPerSecond: java.double(quote.bitsPerSecond), path: quote.path }]);
  result.committed = await call('advisor', 'commitCircuit', [result.held.id]);
  result.circuits = await call('advisor', 'circuits', [false, 10]);
  result.released = await call('advisor', 'releaseCircuit', [result.held.id]);
  result.saved = await call('catalog', 'save', [java('org.waybill.api.catalog.Organisation', {
    id: java.long(0), version: java.long(0), name: 'Node Institute', country: 'CH', url: '' })]);
  result.page = await call('catalog', 'list', ['ORGANISATION', 'node inst', 0, 10]);
  result.changes = await call('catalog', 'changes', ['ORGANISATION', java.long(result.saved.id), 10]);
  result.exported = await call('catalog', 'exportEntries', ['ORGANISATION', 'CSV', 0, 500]);
  result.fault = { code: (await call('catalog', 'get', ['SITE', java.long(987654321)])).fault.code };
  await call('advisor', 'info', [], 'wrong').catch((error) => { result.stranger = error.message; });
  console.log(JSON.stringify(result));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
