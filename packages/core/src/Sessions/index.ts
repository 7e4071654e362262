export {
  InvalidSignInToken,
  type NewSession,
  sessionMillis,
  Sessions,
  type SessionsService,
  type SignedIn,
  signInTokenMillis
} from "./Sessions.js"
export {
  type FoundSession,
  maxSessionsOfKey,
  SessionStore,
  type StoredSession
} from "./SessionStore.js"
