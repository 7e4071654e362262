export { readSession, type Session, signIn, signOut } from "./session.js"
export { SessionProvider, useMay, useSession } from "./SessionContext.js"
