// The texts to begin with, as the server has them: asked for once, whoever wants them.
//
//   examples    all of them

import { fetched } from "./api.js";

let asked = null;

export function examples() {
  asked ??= fetched("studio/examples").catch((error) => {
    asked = null; // whoever comes next may have more luck
    throw error;
  });
  return asked;
}
