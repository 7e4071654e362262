import { useEffect, useState } from "preact/hooks"
import { Button, Card, Notice, TextField } from "../Parts/index.js"
import { type Session, signIn, signInByLink } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"

/**
 * The token of a printed link stands after `#`, which browsers send to nobody. It is taken out of
 * the address at once.
 */
const takeToken = (): string | undefined => {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1]
  if (token !== undefined) history.replaceState(null, "", location.pathname + location.search)
  return token
}

/** Signs in with a key, or by a printed link. */
export const SignIn = ({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) => {
  const texts = useTexts()
  const [token] = useState(takeToken)
  const [key, setKey] = useState("")
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(token !== undefined)
  useEffect(() => {
    document.title = texts.signIn.title
  }, [texts])
  useEffect(() => {
    if (token === undefined) return
    signInByLink(token).then(onSignedIn, () => {
      setProblem(texts.signIn.linkFailed)
      setBusy(false)
    })
  }, [token])

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await signIn({ key: key.trim() }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
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
          {token !== undefined && isBusy ? (
            <Notice>{texts.signIn.byLink}</Notice>
          ) : (
            <form class="stack" onSubmit={(event) => void submit(event)}>
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
              <Button type="submit" look="primary" disabled={isBusy}>
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
