export function startPrecision() {}
