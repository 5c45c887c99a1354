export function startPointing() {}
