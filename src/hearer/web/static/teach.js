export function startTeach() {}
