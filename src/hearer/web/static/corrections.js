// Corrections: operations by pointing, kept with the text, applied again, taken back.
//
//   knowledge    what the server is told: corrections of words, and names of entities

export const knowledge = (state) => ({ corrections: [], names: {}, ...state.told });

export function startCorrections() {}
