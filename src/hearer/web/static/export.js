export function startExport() {}
