// Calls a script as one user of k6 does: run.mjs SCRIPT ITERATIONS. Prints what it sent as JSON.
import { readFileSync } from 'node:fs';

globalThis.__ENV = { BASE_URL: 'http://service' };
globalThis.open = (file) => readFileSync(file, 'utf8');
globalThis.sent = [];
globalThis.slept = [];
globalThis.checked = [];
globalThis.expected = null;
globalThis.execution = {
  scenario: { iterationInTest: 0, iterationInInstance: 0 },
  vu: { idInTest: 2, iterationInScenario: 0, metrics: { tags: {} } },
  test: { abort: (message) => { throw new Error(message); } },
};
globalThis.answer = (method, url) => (url.endsWith('/login') ? { body: '{"token": "t1"}', cookies: { session: [{ value: 's1', max_age: 0 }] } }
  : url.endsWith('/carts') ? { status: 201, headers: { Location: 'http://service/carts/7 8' } }
    : {});

const script = await import(process.argv[2]);
const data = script.setup ? JSON.parse(JSON.stringify(script.setup())) : undefined;
for (let i = 0; i < Number(process.argv[3]); i++) {
  execution.scenario.iterationInTest = i;
  execution.scenario.iterationInInstance = i;
  execution.vu.iterationInScenario = i;
  script.default(data);
}
console.log(JSON.stringify({ options: script.options, expected, sent, slept, checked }));
