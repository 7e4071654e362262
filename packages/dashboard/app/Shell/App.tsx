import { QueryClientProvider } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { actFor, queryClient, whenSignedOut } from "../Client/index.js"
import { Loading, Problem } from "../Parts/index.js"
import { readSession, type Session, SessionProvider, type SignedOut, signOut } from "../Session/index.js"
import { LanguageProvider } from "../Texts/index.js"
import { Shell } from "./Shell.js"
import { SignedOutByHost, SignIn } from "./SignIn.js"

type State =
  | { readonly _tag: "Asking" }
  | { readonly _tag: "SignedOut"; readonly by: SignedOut["sign_in"] }
  | { readonly _tag: "SignedIn"; readonly session: Session }
  | { readonly _tag: "Failed"; readonly error: unknown }

/** A printed link signs in, whoever was signed in before. */
const hasLink = (): boolean => location.hash.startsWith("#token=")

const Content = () => {
  const [state, setState] = useState<State>(() => hasLink() ? { _tag: "SignedOut", by: "key" } : { _tag: "Asking" })
  const enter = (session: Session): void => {
    // Somebody else may have acted for another tenant in this tab before.
    if (!session.operator) actFor(undefined)
    setState({ _tag: "SignedIn", session })
  }
  const ask = (): void => {
    readSession().then(
      (found) => {
        if ("sign_in" in found) setState({ _tag: "SignedOut", by: found.sign_in })
        else enter(found)
      },
      (error: unknown) => { setState({ _tag: "Failed", error }) }
    )
  }
  const leave = (): void => {
    queryClient.clear()
    actFor(undefined)
    setState((before) => ({ _tag: "SignedOut", by: before._tag === "SignedOut" ? before.by : before._tag === "SignedIn" && before.session.expires_at === null ? "host" : "key" }))
  }
  useEffect(() => { if (state._tag === "Asking") ask() }, [])
  useEffect(() => whenSignedOut(leave), [])
  switch (state._tag) {
    case "Asking":
      return <Loading />
    case "SignedOut":
      return state.by === "host" ? <SignedOutByHost onRetry={ask} /> : <SignIn onSignedIn={enter} />
    case "Failed":
      return <main class="sign-in"><Problem error={state.error} onRetry={ask} /></main>
    case "SignedIn":
      return <SessionProvider value={state.session}><Shell onSignOut={() => void signOut().then(leave)} /></SessionProvider>
  }
}

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <LanguageProvider><Content /></LanguageProvider>
  </QueryClientProvider>
)
