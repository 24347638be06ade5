// The load of a Headroom experiment. BASE_URL in the environment says where the service is.
//
// What k6 does otherwise than Headroom:
// - k6 knows no intended start: response times count from when a request is sent, and an arrival that finds no user free is dropped.
// - steps follow each other at once, in one iteration; with Headroom each is an arrival.
// - a value that the answer to a login lacks ends the iteration with a message.
// - a user whom the service no longer knows (401) is not logged in again.
// - each part of a load that is shared out logs its own 3 sessions in.

import http from 'k6/http';
import { check, fail } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

const BASE = __ENV.BASE_URL || 'http://127.0.0.1:8080';

export const options = {
  scenarios: {
    load: {
      executor: 'constant-arrival-rate',
      rate: 27,
      timeUnit: '1s',
      duration: '30s',
      preAllocatedVUs: 840,
      maxVUs: 840,
      gracefulStop: '60s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
  setupTimeout: '300s',
};

const data = {};
data.product = new SharedArray('product', () => JSON.parse(open('./product.json')));
data.customer = new SharedArray('customer', () => JSON.parse(open('./customer.json')));

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 304));

const user = (rows) => ({ rows, taken: {}, cookies: {} });
const good = (answer) => (answer.status >= 200 && answer.status < 300) || answer.status === 304;
const part = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
const location = (text) => encodeURI(text.replace(/^[a-z]+:\/\/[^/]+/i, '')).replace(/%25/g, '%').replace(/#/g, '%23');
const json = (text) => JSON.stringify(String(text)).slice(1, -1);
function keep(v, answer) {
  for (const [name, [one]] of Object.entries(answer.cookies || {})) {
    if (one.max_age < 0) delete v.cookies[name];
    else v.cookies[name] = { value: one.value, replace: true };
  }
}
const pointed = (answer, pointer) => pointer.split('/').slice(1)
  .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'))
  .reduce((at, key) => (at === undefined || at === null ? undefined : at[key]), answer.json());
const header = (answer, name) => (Object.entries(answer.headers).find(([key]) => key.toLowerCase() === name.toLowerCase()) || [])[1];
function has(find) {
  try {
    return ![undefined, null].includes(find());
  } catch (e) {
    return false; // no JSON
  }
}
function needed(value, name) {
  if (value === undefined || value === null) fail(`the answer has no value for ${name}`);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// whose turn it is, from one iteration to the next
const turns = [1, 2, 0, 1, 0, 0, 0, 0, 1];

const sends = [(v) => {
  const answer = http.request('GET', `${BASE}/products/${part(v.rows.product.id)}`, null, {
    tags: { name: 'browse' },
    cookies: v.cookies,
    timeout: '60s',
  });
  keep(v, answer);
}, (v) => {
  const answer = http.request('GET', `${BASE}/products?text=${part(v.rows.product.search)}`, null, {
    tags: { name: 'search' },
    cookies: v.cookies,
    timeout: '60s',
  });
  keep(v, answer);
}, (v) => {
  const answer1 = http.request('POST', `${BASE}/carts`, `{"product": ${v.rows.product.id}, "for": "${json(v.rows.customer.name)}"}`, {
    headers: { Authorization: `Bearer ${v.taken.token}`, 'Content-Type': 'application/json' },
    tags: { name: 'cart', body: 'checked' },
    cookies: v.cookies,
    timeout: '60s',
  });
  keep(v, answer1);
  check(answer1, { 'cart: body': (r) => has(() => header(r, 'Location')) });
  if (!good(answer1)) return;
  v.taken.cart = needed(header(answer1, 'Location'), 'cart, header Location');
  const answer2 = http.request('POST', `${BASE}${location(v.taken.cart)}/order`, null, {
    headers: { Authorization: `Bearer ${v.taken.token}`, 'Content-Type': 'application/json' },
    tags: { name: 'order' },
    cookies: v.cookies,
    timeout: '60s',
  });
  keep(v, answer2);
}];

function login(rows) {
  const v = user(rows);
  const answer = http.request('POST', `${BASE}/login`, `{"name": "${json(v.rows.customer.name)}", "password": "${json(v.rows.customer.password)}"}`, {
    headers: { 'Content-Type': 'application/json' },
    tags: { name: 'login: login', counted: 'no' },
    responseType: 'text',
    cookies: v.cookies,
    timeout: '60s',
  });
  keep(v, answer);
  if (answer.status === 0 || answer.status >= 400) exec.test.abort(`login failed: ${answer.status} ${answer.error}`);
  v.taken.token = needed(pointed(answer, '/token'), 'token, JSON at "/token"');
  return v;
}

export function setup() {
  return Array.from({ length: 3 }, (_, i) => login({ customer: data.customer[i % data.customer.length] }));
}

export default function (sessions) {
  const who = sessions[exec.scenario.iterationInTest % sessions.length];
  const v = { rows: { ...who.rows, product: data.product[Math.floor(Math.random() * data.product.length)] }, taken: { ...who.taken }, cookies: who.cookies };
  sends[turns[exec.scenario.iterationInInstance % turns.length]](v);
}
