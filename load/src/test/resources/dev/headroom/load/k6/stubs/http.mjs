// k6/http as far as written scripts use it: each request is noted, and answered by globalThis.answer.
export class CookieJar {}
const http = {
  CookieJar,
  expectedStatuses: (...statuses) => statuses,
  setResponseCallback: (statuses) => { globalThis.expected = statuses; },
  request(method, url, body, params) {
    const answer = { status: 200, headers: {}, cookies: {}, body: '', error: '', ...globalThis.answer(method, url) };
    answer.json = () => JSON.parse(answer.body);
    const cookies = Object.entries(params.cookies || {}).map(([name, { value }]) => `${name}=${value}`).join('; ');
    globalThis.sent.push({ method, url, body: body || '', headers: params.headers || {}, tags: params.tags, cookies });
    return answer;
  },
};
export default http;
