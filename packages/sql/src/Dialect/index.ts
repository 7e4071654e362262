export { type ColumnType, currentDialect, type Dialect, dialectOf } from "./Dialect.js"
