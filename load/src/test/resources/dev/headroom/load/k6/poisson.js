// The load of a Headroom experiment. BASE_URL in the environment says where the service is.
//
// What k6 does otherwise than Headroom:
// - arrivals are Poisson in the experiment; k6 sends at equal distances, which makes shorter queues.
// - k6 knows no intended start: response times count from when a request is sent, and an arrival that finds no user free is dropped.
// - at most 50 connections are as many users in k6: an arrival that finds none free is dropped, where Headroom has it wait.
// - without TLS k6 speaks HTTP/1.1 only: HTTP/2 is not put.
// - a connection has as much time as the whole request.

import http from 'k6/http';

const BASE = __ENV.BASE_URL || 'http://127.0.0.1:8080';

export const options = {
  scenarios: {
    warm_up: {
      executor: 'constant-vus',
      vus: 2,
      duration: '3s',
      gracefulStop: '10s',
      tags: { counted: 'no' },
    },
    load: {
      executor: 'constant-arrival-rate',
      rate: 25,
      timeUnit: '2s',
      duration: '30s',
      preAllocatedVUs: 50,
      maxVUs: 50,
      startTime: '3s',
      gracefulStop: '10s',
    },
  },
  discardResponseBodies: true,
  maxRedirects: 0,
  noConnectionReuse: true,
  insecureSkipTLSVerify: true,
};

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 304));

export default function () {
  http.request('GET', `${BASE}/basket/1`, null, {
    tags: { name: 'GET /basket/1' },
    timeout: '10s',
  });
}
