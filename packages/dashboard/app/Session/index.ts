export { addPasskey, listPasskeys, removePasskey, signInByPasskey } from "./passkeys.js"
export { finishAtProvider, goToProvider, isBackFromProvider } from "./provider.js"
export {
  readSession,
  type Session,
  type SignedOut,
  signIn,
  signInByLink,
  signOut
} from "./session.js"
export { SessionProvider, useMay, useSession } from "./SessionContext.js"
