export { readSession, type Session, type SignedOut, signIn, signOut } from "./session.js"
export { SessionProvider, useMay, useSession } from "./SessionContext.js"
