export function startCompare() {}
