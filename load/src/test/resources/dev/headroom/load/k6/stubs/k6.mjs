export const sleep = (seconds) => { globalThis.slept.push(seconds); };
export const check = (value, checks) => Object.values(checks).every((holds) => {
  const good = holds(value);
  globalThis.checked.push(good);
  return good;
});
export const fail = (message) => { throw new Error(message); };
