export { Domains, type DomainsService } from "./Domains.js"
export {
  type DkimAlgorithm,
  type DkimKeyRecord,
  type DkimKeyState,
  type DomainRecord
} from "./Domain.js"
export { domainKey, senderOf } from "./domainKey.js"
export {
  type DomainChange,
  type DomainInsertion,
  type DomainKey,
  DomainStore,
  maxDomains
} from "./DomainStore.js"
export { type Evidence, evidenceOf, type Flag, judgeFlag, type Occasion } from "./evidence.js"
export { judge, type Look } from "./judge.js"
export { currentKey, lackingKeys, withFreshKeys } from "./selectKeys.js"
export { makeOperatorsKeys, mayBeAligned, type OperatorsSigning } from "./operatorsKeys.js"
export type { DomainsOptions } from "./options.js"
export {
  type DkimKeyPair,
  DkimKeys,
  type DomainFindings,
  type DomainQuestion,
  DomainVerifier
} from "./ports.js"
export { dkimKeyReference } from "./dkimKeyReference.js"
export {
  type AliasHosts,
  aliasName,
  type AliasUse,
  dkimHost,
  dkimValue,
  dmarcHost,
  dmarcValue,
  dnsRecords,
  type RecordValues,
  spfValue
} from "./records.js"
export { isReady, nextCheckAt } from "./schedule.js"
export { addedMessage, rotatedMessage } from "./views.js"
