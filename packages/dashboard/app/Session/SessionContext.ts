import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Session } from "./session.js"

const SessionContext = createContext<Session | null>(null)

export const SessionProvider = SessionContext.Provider

/** The session of the person who is signed in. Only pages inside the shell may ask. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error("Nobody is signed in.")
  return session
}

/** Whether the person may do what needs this scope. Pages leave out what can't be done. */
export const useMay = (): ((scope: string) => boolean) => {
  const { scopes } = useSession()
  return (scope) => scopes.includes(scope)
}
