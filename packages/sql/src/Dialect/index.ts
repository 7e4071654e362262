export { type ColumnType, currentDialect, type Dialect } from "./Dialect.js"
