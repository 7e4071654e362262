export { type DmarcRecord, looksLikePolicy, type Policy } from "./Record.js"
export { type Applicable, applicable, policiesOf, type Step, walkUp } from "./treeWalk.js"
