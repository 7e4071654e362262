export { Domains, type DomainsService } from "./Domains.js"
export {
  AddDomain, type AddedDomain, type DkimAlgorithm, type DkimKeyRecord, type DkimKeyState, type DnsRecord, type Domain, type DomainRecord,
  type DomainSummary, type VerifiedDomain
} from "./Domain.js"
export { type DomainChange, type DomainInsertion, type DomainKey, DomainStore, mostDomains } from "./DomainStore.js"
export { DkimKeysBusy, DomainExists } from "./errors.js"
export { type Evidence, evidenceOf, type Flag, judgeFlag, type Occasion } from "./evidence.js"
export { judge, type Look } from "./judge.js"
export { currentKey, lackingKeys, withFreshKeys } from "./keys.js"
export { makeOperatorsKeys, mayBeAligned, type OperatorsSigning } from "./operatorsKeys.js"
export type { DomainsOptions } from "./options.js"
export { type DkimKeyPair, DkimKeys, type DomainFindings, type DomainQuestion, DomainVerifier } from "./ports.js"
export { dkimKeyPlace } from "./place.js"
export { dkimHost, dkimValue, dmarcHost, dmarcValue, dnsRecords, spfValue } from "./records.js"
export { isReady, nextCheckAt } from "./schedule.js"
export type {
  DkimFinding, DkimStatus, DmarcFinding, DmarcStatus, DomainLook, DomainVerification, RetiredDkimKey, SpfFinding, SpfStatus
} from "./Verification.js"
