// The rules of eslint for our JavaScript: the recommended ones.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["**/*.js"],
    ignores: ["**/*.min.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      "no-unused-vars": ["error", { ignoreRestSiblings: true, args: "none" }],
      eqeqeq: ["error", "smart"], "no-var": "error", "prefer-const": ["error", { destructuring: "all" }],
    },
  },
];
