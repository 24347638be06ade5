export function SharedArray(name, make) { return make(); }
