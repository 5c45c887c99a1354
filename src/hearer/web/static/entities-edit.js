export function startEntities() {}
