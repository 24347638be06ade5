// The load of a Headroom experiment. BASE_URL in the environment says where the service is.
//
// What k6 does otherwise than Headroom:
// - a value that the answer to a login lacks ends the iteration with a message.
// - a user whom the service no longer knows (401) is not logged in again.

import http from 'k6/http';
import { check, fail } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

const BASE = __ENV.BASE_URL || 'http://127.0.0.1:8080';

export const options = {
  scenarios: {
    load: {
      executor: 'constant-vus',
      vus: 40,
      duration: '60s',
      gracefulStop: '30s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
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
  http.request('GET', `${BASE}/products/${part(v.rows.product.id)}`, null, {
    tags: { name: 'browse' },
    timeout: '30s',
  });
}, (v) => {
  http.request('GET', `${BASE}/products?text=${part(v.rows.product.search)}`, null, {
    tags: { name: 'search' },
    timeout: '30s',
  });
}, (v) => {
  const answer1 = http.request('POST', `${BASE}/carts`, `{"product": ${v.rows.product.id}, "for": "${json(v.rows.customer.name)}"}`, {
    headers: { Authorization: `Bearer ${v.taken.token}`, 'Content-Type': 'application/json' },
    tags: { name: 'cart', body: 'checked' },
    jar: new http.CookieJar(),
    timeout: '30s',
  });
  check(answer1, { 'cart: body': (r) => has(() => header(r, 'Location')) });
  if (!good(answer1)) return;
  v.taken.cart = needed(header(answer1, 'Location'), 'cart, header Location');
  http.request('POST', `${BASE}${location(v.taken.cart)}/order`, null, {
    headers: { Authorization: `Bearer ${v.taken.token}`, 'Content-Type': 'application/json' },
    tags: { name: 'order' },
    jar: new http.CookieJar(),
    timeout: '30s',
  });
}];

function login(rows) {
  const v = user(rows);
  const answer = http.request('POST', `${BASE}/login`, `{"name": "${json(v.rows.customer.name)}", "password": "${json(v.rows.customer.password)}"}`, {
    headers: { 'Content-Type': 'application/json' },
    tags: { name: 'login: login', counted: 'no' },
    responseType: 'text',
    jar: new http.CookieJar(),
    timeout: '30s',
  });
  if (answer.status === 0 || answer.status >= 400) exec.test.abort(`login failed: ${answer.status} ${answer.error}`);
  v.taken.token = needed(pointed(answer, '/token'), 'token, JSON at "/token"');
  return v;
}

let who; // each user of k6 has its own

export default function () {
  who = who || login({ customer: data.customer[(exec.vu.idInTest - 1) % data.customer.length] });
  const v = { rows: { ...who.rows, product: data.product[Math.floor(Math.random() * data.product.length)] }, taken: { ...who.taken }, cookies: who.cookies };
  sends[turns[exec.scenario.iterationInInstance % turns.length]](v);
}
