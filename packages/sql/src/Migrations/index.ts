export { checkSchema, migrate, requireSchema } from "./migrate.js"
