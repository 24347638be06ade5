import http from 'k6/http';

const rate = Number(__ENV.RATE);
export const options = {
    scenarios: {
        open: {
            executor: 'constant-arrival-rate',
            rate,
            timeUnit: '1s',
            duration: __ENV.SECONDS + 's',
            preAllocatedVUs: Math.max(10, rate / 20),
            maxVUs: 1000,
        },
    },
    discardResponseBodies: true,
    summaryTrendStats: ['p(50)', 'p(99)', 'max'],
};

export default function () {
    http.get(__ENV.URI);
}
