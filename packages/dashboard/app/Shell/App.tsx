import { QueryClientProvider } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import {
  actFor,
  actingFor,
  forgetActing,
  giveUpRequests,
  queryClient,
  whenLeaving,
  whenSignedOut
} from "../Client/index.js"
import { Loading, Problem } from "../Parts/index.js"
import {
  readSession,
  type Session,
  SessionProvider,
  type SignedOut,
  signOut
} from "../Session/index.js"
import { LanguageProvider } from "../Texts/index.js"
import { Shell } from "./Shell.js"
import { SignedOutByHost, SignIn, signsIn } from "./SignIn.js"

type State =
  | { readonly _tag: "Asking" }
  | {
      readonly _tag: "SignedOut"
      readonly by: SignedOut["sign_in"]
      readonly ways?: SignedOut
    }
  | { readonly _tag: "SignedIn"; readonly session: Session }
  | { readonly _tag: "SigningOut" }
  | { readonly _tag: "Failed"; readonly error: unknown }
  | { readonly _tag: "Leaving"; readonly url: string }

/** Loads another address, once nothing of the page is left that would ask whether to stay. */
const Leaving = ({ url }: { readonly url: string }) => {
  useEffect(() => {
    location.assign(url)
  }, [url])
  return <Loading />
}

/** Ends the session once nothing asks for it any more, and begins anew: nothing of it stays. */
const SigningOut = ({ onFailed }: { readonly onFailed: (error: unknown) => void }) => {
  useEffect(() => {
    giveUpRequests()
    signOut().then((elsewhere) => {
      if (elsewhere === undefined) {
        actFor(undefined)
        return
      }
      forgetActing()
      location.assign(elsewhere)
    }, onFailed)
  }, [])
  return <Loading />
}

const Content = () => {
  const [state, setState] = useState<State>(() => {
    // A link signs in, whoever was signed in before.
    if (!signsIn()) return { _tag: "Asking" }
    forgetActing()
    return { _tag: "SignedOut", by: "key" }
  })
  const fail = (error: unknown): void => {
    setState({ _tag: "Failed", error })
  }
  const ask = (): void => {
    readSession().then((found) => {
      // Somebody else may have acted for another tenant in this tab before.
      if ("sign_in" in found || !found.operator) forgetActing()
      setState(
        "sign_in" in found
          ? { _tag: "SignedOut", by: found.sign_in, ways: found }
          : { _tag: "SignedIn", session: found }
      )
    }, fail)
  }
  const leave = (): void => {
    queryClient.clear()
    if (actingFor() !== undefined) {
      actFor(undefined)
      return
    }
    setState((before) => ({
      _tag: "SignedOut",
      by:
        before._tag === "SignedOut"
          ? before.by
          : before._tag === "SignedIn" && before.session.expires_at === null
            ? "host"
            : "key"
    }))
  }
  useEffect(() => {
    if (state._tag === "Asking") ask()
  }, [])
  useEffect(() => whenSignedOut(leave), [])
  useEffect(() => {
    // Of an address that differs by its token alone, browsers load nothing.
    const open = (): void => {
      if (signsIn()) location.reload()
    }
    addEventListener("hashchange", open)
    return () => {
      removeEventListener("hashchange", open)
    }
  }, [])
  useEffect(
    () =>
      whenLeaving((url) => {
        setState({ _tag: "Leaving", url })
      }),
    []
  )
  switch (state._tag) {
    case "Asking":
      return <Loading />
    case "SignedOut":
      return state.by === "host" ? (
        <SignedOutByHost onRetry={ask} />
      ) : (
        <SignIn
          ways={state.ways}
          onSignedIn={(session) => {
            setState({ _tag: "SignedIn", session })
          }}
        />
      )
    case "Failed":
      return (
        <main class="sign-in">
          <Problem
            error={state.error}
            onRetry={() => {
              location.reload()
            }}
          />
        </main>
      )
    case "SigningOut":
      return <SigningOut onFailed={fail} />
    case "Leaving":
      return <Leaving url={state.url} />
    case "SignedIn":
      return (
        <SessionProvider value={state.session}>
          <Shell
            onSignOut={() => {
              setState({ _tag: "SigningOut" })
            }}
          />
        </SessionProvider>
      )
  }
}

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <LanguageProvider>
      <Content />
    </LanguageProvider>
  </QueryClientProvider>
)
