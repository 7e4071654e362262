import { QueryClientProvider } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { actFor, queryClient, whenSignedOut } from "../Client/index.js"
import { Loading, Problem } from "../Parts/index.js"
import { readSession, type Session, SessionProvider, signOut } from "../Session/index.js"
import { LanguageProvider } from "../Texts/index.js"
import { Shell } from "./Shell.js"
import { SignIn } from "./SignIn.js"

type State =
  | { readonly _tag: "Asking" }
  | { readonly _tag: "SignedOut" }
  | { readonly _tag: "SignedIn"; readonly session: Session }
  | { readonly _tag: "Failed"; readonly error: unknown }

const Content = () => {
  const [state, setState] = useState<State>({ _tag: "Asking" })
  const ask = (): void => {
    readSession().then(
      (session) => { setState(session === null ? { _tag: "SignedOut" } : { _tag: "SignedIn", session }) },
      (error: unknown) => { setState({ _tag: "Failed", error }) }
    )
  }
  const leave = (): void => {
    queryClient.clear()
    actFor(undefined)
    setState({ _tag: "SignedOut" })
  }
  useEffect(ask, [])
  useEffect(() => whenSignedOut(leave), [])
  switch (state._tag) {
    case "Asking":
      return <Loading />
    case "SignedOut":
      return <SignIn onSignedIn={(session) => { setState({ _tag: "SignedIn", session }) }} />
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
