// (skeleton)

export function start() {}
