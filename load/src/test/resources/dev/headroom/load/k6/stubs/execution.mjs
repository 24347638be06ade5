export default globalThis.execution;
