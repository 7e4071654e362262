export { checkSchema, migrate, requireSchema } from "./migrate.js"
export { migrationScript, newestStep, type ScriptOptions } from "./migrationScript.js"
