export const sleep = (seconds) => { globalThis.slept.push(seconds); };
export const check = (value, checks) => Object.values(checks).every((holds) => holds(value));
export const fail = (message) => { throw new Error(message); };
