import http from 'k6/http';

export const options = {
    scenarios: {
        closed: { executor: 'per-vu-iterations', vus: 1000, iterations: 20 },
    },
    discardResponseBodies: true,
};

export default function () {
    http.get(__ENV.URI);
}
