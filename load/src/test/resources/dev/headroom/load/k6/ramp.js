// The load of a Headroom experiment. BASE_URL in the environment says where the service is.
//
// What k6 does otherwise than Headroom:
// - k6 speaks HTTP/2 where the service offers it, but for GODEBUG=http2client=0 in its environment.
// - a body that lacks the expected text is a failed check, not a failed request.
// - pauses are drawn anew in each run, not from the seed.

import http from 'k6/http';
import { check, sleep } from 'k6';

const BASE = __ENV.BASE_URL || 'https://127.0.0.1:8443';

export const options = {
  scenarios: {
    load: {
      executor: 'ramping-vus',
      startVUs: 1,
      stages: [
        { target: 10, duration: '2s' },
        { target: 10, duration: '8s' },
      ],
      gracefulRampDown: '30s',
      gracefulStop: '30s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
};

http.setResponseCallback(http.expectedStatuses(200, 404));

const think = () => sleep(-0.25 * Math.log(1 - Math.random()));

export default function () {
  const answer = http.request('GET', `${BASE}/`, null, {
    tags: { name: 'GET /', body: 'checked' },
    responseType: 'text',
    timeout: '30s',
  });
  check(answer, { 'GET /: body': (r) => r.body !== null && r.body.includes('it\'s `here`') });
  think();
}
