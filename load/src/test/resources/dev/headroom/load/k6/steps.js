// The load of a Headroom experiment. BASE_URL in the environment says where the service is.
//
// What k6 does otherwise than Headroom:
// - k6 knows no intended start: response times count from when a request is sent, and an arrival that finds no user free is dropped.

import http from 'k6/http';

const BASE = __ENV.BASE_URL || 'http://127.0.0.1:8080';

export const options = {
  scenarios: {
    load: {
      executor: 'ramping-arrival-rate',
      startRate: 2,
      timeUnit: '1s',
      stages: [
        { target: 10, duration: '8s' },
        { target: 10, duration: '4s' },
        { target: 50, duration: '0s' },
        { target: 50, duration: '2500ms' },
      ],
      preAllocatedVUs: 240,
      maxVUs: 240,
      gracefulStop: '60s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
};

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 304));

export default function () {
  http.request('GET', `${BASE}/basket/1`, null, {
    tags: { name: 'GET /basket/1' },
    timeout: '60s',
  });
}
