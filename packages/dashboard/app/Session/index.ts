export {
  readSession,
  type Session,
  type SignedOut,
  signIn,
  signInByLink,
  signOut
} from "./session.js"
export { SessionProvider, useMay, useSession } from "./SessionContext.js"
