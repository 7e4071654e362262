export { type IpAddress, parseAddress } from "./addresses.js"
export { lookUpFor } from "./addressLookUps.js"
export { lookUpLimit, SpfStop } from "./SpfCheck.js"
export {
  checkHost,
  readRecord,
  type SpfOutcome,
  type SpfQuestion,
  type SpfResult,
  textsOf
} from "./checkHost.js"
export { expand } from "./macros.js"
export { isName, isWithin, shorten, withoutRoot } from "./names.js"
export { isSpfRecord, maxRecordLength, parseRecord } from "./parseRecord.js"
export type { Directive, DomainSpec, Mechanism, Qualifier, SpfRecord } from "./SpfRecord.js"
