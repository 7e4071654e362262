export { Names, ownNames, type TableNames } from "./Names.js"
export { type NamesOptions, problemOf } from "./NamesOptions.js"
export { tableNames } from "./tableNames.js"
export { type EachTable, eachTable, type TableName } from "./tableList.js"
