// The load of a Headroom experiment. BASE_URL in the environment says where the service is.
//
// What k6 does otherwise than Headroom:
// - pauses are drawn anew in each run, not from the seed.

import http from 'k6/http';
import { sleep } from 'k6';
import exec from 'k6/execution';

const BASE = __ENV.BASE_URL || 'http://127.0.0.1:8080';

export const options = {
  scenarios: {
    load: {
      executor: 'per-vu-iterations',
      vus: 20,
      iterations: 20,
      maxDuration: '24h',
      gracefulStop: '30s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
};

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 304));

const user = (rows) => ({ rows, taken: {}, cookies: {} });
const think = () => sleep(0.1 * Math.exp(0.8428069367371758 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())));
const part = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
function keep(v, answer) {
  for (const [name, [one]] of Object.entries(answer.cookies || {})) {
    if (one.max_age < 0) delete v.cookies[name];
    else v.cookies[name] = { value: one.value, replace: true };
  }
}

// whose turn it is, from one iteration to the next
const turns = [1, 0, 0, 0];

const sends = [(v) => {
  const answer = http.request('GET', `${BASE}/view?n=${part(v.rows.n)}&id=${part(crypto.randomUUID())}`, null, {
    tags: { name: 'view' },
    cookies: v.cookies,
    timeout: '30s',
  });
  keep(v, answer);
  think();
}, (v) => {
  const answer = http.request('POST', `${BASE}/form`, `text=a ${part(v.rows.n)} \${n}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Number': `${v.rows.n}` },
    tags: { name: 'form' },
    cookies: v.cookies,
    timeout: '30s',
  });
  keep(v, answer);
  think();
}];

let who; // each user of k6 has its own

export default function () {
  if (exec.vu.iterationInScenario === 0) sleep(0.25 * (exec.vu.idInTest - 1));
  who = who || user({});
  const v = { rows: { ...who.rows, n: 100 + Math.floor(Math.random() * 50) }, taken: { ...who.taken }, cookies: who.cookies };
  sends[turns[exec.scenario.iterationInInstance % turns.length]](v);
}
