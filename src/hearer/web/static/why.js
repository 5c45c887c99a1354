export function startWhy() {}
