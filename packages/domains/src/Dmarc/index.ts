export { type DmarcRecord, looksLikePolicy, type Policy } from "./DmarcRecord.js"
export { type Applicable, applicable, policiesOf, type Step, walkUp } from "./treeWalk.js"
