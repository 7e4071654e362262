import { useEffect, useState } from "preact/hooks"
import { Button, Card, Notice, TextField } from "../Parts/index.js"
import {
  finishAtProvider,
  goToProvider,
  isBackFromProvider,
  readSession,
  type SignedOut,
  signInByPasskey,
  type Session,
  signIn,
  signInByLink
} from "../Session/index.js"
import { useTexts } from "../Texts/index.js"

/**
 * The token of a printed link, or of an invitation, stands after `#`, which browsers send to
 * nobody. It is taken out of the address at once.
 */
const takeToken = (): { readonly way: string; readonly token: string } | undefined => {
  const [, way, token] = /^#(token|invitation)=(.+)$/.exec(location.hash) ?? []
  if (way === undefined || token === undefined) return undefined
  history.replaceState(null, "", location.pathname + location.search)
  return { way, token }
}

/** Whether the page has what signs in by itself. */
export const signsIn = (): boolean =>
  /^#(?:token|invitation)=/.test(location.hash) || isBackFromProvider()

interface SignInProps {
  /** How one may sign in; undefined if that isn't known. */
  readonly ways: SignedOut | undefined
  readonly onSignedIn: (session: Session) => void
}

/** Signs in with a key, by a link, or at an identity provider. */
export const SignIn = ({ onSignedIn, ways: known }: SignInProps) => {
  const texts = useTexts()
  const [link] = useState(takeToken)
  const [isBack] = useState(isBackFromProvider)
  const [ways, setWays] = useState(known)
  const [key, setKey] = useState("")
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(link !== undefined || isBack)
  useEffect(() => {
    document.title = texts.signIn.title
  }, [texts])
  const fail = (reason: string): void => {
    setProblem(reason)
    setBusy(false)
  }
  const wordsOf = (error: unknown): string =>
    error instanceof Error ? error.message : String(error)
  useEffect(() => {
    if (link?.way === "token")
      signInByLink(link.token).then(onSignedIn, () => {
        fail(texts.signIn.linkFailed)
      })
    else if (link !== undefined)
      signIn({ invitation: link.token }).then(onSignedIn, () => {
        fail(texts.signIn.invitationFailed)
      })
    else if (isBack)
      finishAtProvider().then(onSignedIn, (error: unknown) => {
        fail(wordsOf(error))
      })
  }, [])
  useEffect(() => {
    if (ways !== undefined || isBusy) return
    readSession().then(
      (found) => {
        if ("sign_in" in found) setWays(found)
      },
      () => undefined
    )
  }, [isBusy])
  const usePasskey = (): void => {
    setBusy(true)
    setProblem(undefined)
    signInByPasskey().then(onSignedIn, (error: unknown) => {
      // Whoever changes their mind knows.
      if (error instanceof DOMException) setBusy(false)
      else fail(texts.signIn.passkeyFailed)
    })
  }
  const { passkeys = false, provider } = ways ?? {}
  const hasOther = passkeys || provider !== undefined
  const leave = (): void => {
    setBusy(true)
    setProblem(undefined)
    goToProvider().catch((error: unknown) => {
      fail(wordsOf(error))
    })
  }

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await signIn({ key: key.trim() }))
    } catch (error) {
      fail(wordsOf(error))
    }
  }
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <div class="mark" aria-hidden="true">
          {texts.appName}
        </div>
        <Card>
          <h1>{texts.signIn.title}</h1>
          {(link !== undefined || isBack) && isBusy ? (
            <Notice>{isBack ? texts.signIn.atProvider : texts.signIn.byLink}</Notice>
          ) : (
            <form class="stack" onSubmit={(event) => void submit(event)}>
              {provider === undefined ? null : (
                <Button look="primary" disabled={isBusy} onClick={leave}>
                  {texts.signIn.withProvider(provider)}
                </Button>
              )}
              {passkeys ? (
                <Button look="primary" disabled={isBusy} onClick={usePasskey}>
                  {texts.signIn.withPasskey}
                </Button>
              ) : null}
              {hasOther ? <h2>{texts.signIn.otherWays}</h2> : null}
              <TextField
                label={texts.signIn.key}
                hint={
                  <>
                    {texts.signIn.keyHint} <code>telemark dashboard</code>
                    {texts.signIn.inClone} <code>npm run telemark -- dashboard</code>
                  </>
                }
                value={key}
                onValue={setKey}
                type="password"
                autoComplete="off"
                spellcheck={false}
                required
                {...(problem === undefined ? {} : { "aria-invalid": "true" as const })}
              />
              {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
              <Button
                type="submit"
                {...(hasOther ? {} : { look: "primary" as const })}
                disabled={isBusy}
              >
                {texts.signIn.submit}
              </Button>
              <p class="muted">{texts.signIn.privacy}</p>
            </form>
          )}
        </Card>
      </div>
    </main>
  )
}

/** The application that hosts the dashboard signs people in: there is nothing to enter here. */
export const SignedOutByHost = ({ onRetry }: { readonly onRetry: () => void }) => {
  const texts = useTexts()
  useEffect(() => {
    document.title = texts.signIn.byHost
  }, [texts])
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <div class="mark" aria-hidden="true">
          {texts.appName}
        </div>
        <Card>
          <div class="stack">
            <h1>{texts.signIn.byHost}</h1>
            <p class="muted">{texts.signIn.byHostHint}</p>
            <Button onClick={onRetry}>{texts.retry}</Button>
          </div>
        </Card>
      </div>
    </main>
  )
}
