export async function openLink() { return false; }

export function startLink() {}
