// The load of a Headroom experiment. BASE_URL in the environment says where the service is.

import http from 'k6/http';

const BASE = __ENV.BASE_URL || 'http://127.0.0.1:8080';

export const options = {
  scenarios: {
    load: {
      executor: 'shared-iterations',
      vus: 8,
      iterations: 400,
      maxDuration: '24h',
      gracefulStop: '30s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
};

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 304));

export default function () {
  http.request('GET', `${BASE}/a`, null, {
    tags: { name: 'GET /a' },
    timeout: '30s',
  });
}
