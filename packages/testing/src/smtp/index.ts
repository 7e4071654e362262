/** A scriptable SMTP server: it refuses, stalls, hangs up or talks nonsense where a rule says so, and records the rest. */
export type { ReceivedMail, SmtpPeerOptions } from "./options.js"
export { closedPort, type SmtpPeer, startSmtpPeer } from "./peer.js"
export {
  cut, cutAfterFinalDot, defer, greylist, type KeepingLimits, type PeerRule, type PeerStage, refuse, type RuleLimits, say, type SayingLimits, stall
} from "./rules.js"
export { smtpPeer } from "./smtpPeer.js"
