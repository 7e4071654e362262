import { mountPath, mountUrl, readRefusal, requestProvider } from "../Client/index.js"
import { type Session, signIn } from "./session.js"

/** What a tab keeps while its browser is at the identity provider. */
const kept = "telemark.signIn"

interface Kept {
  /** Without it, nobody can use what the provider sends back: other sites can't read it. */
  readonly secret: string
  /** The page that one wanted to see. */
  readonly path: string
}

const isBack = (path: string): boolean => path === `${mountPath}/signed-in`

/** Whether the identity provider has sent the browser back to this page. */
export const isBackFromProvider = (): boolean => isBack(location.pathname)

/** Leaves for the identity provider. */
export const goToProvider = async (): Promise<void> => {
  const response = await requestProvider()
  if (!response.ok) throw await readRefusal(response)
  const { secret, url } = (await response.json()) as {
    readonly url: string
    readonly secret: string
  }
  const path = isBackFromProvider() ? "" : location.pathname + location.search
  sessionStorage.setItem(kept, JSON.stringify({ secret, path } satisfies Kept))
  location.assign(url)
}

const takeKept = (): Kept => {
  const text = sessionStorage.getItem(kept)
  sessionStorage.removeItem(kept)
  return text === null ? { secret: "", path: "" } : (JSON.parse(text) as Kept)
}

/** Signs in with the provider's answer, which is taken out of the address at once. */
export const finishAtProvider = async (): Promise<Session> => {
  const { secret, path } = takeKept()
  const callback = location.search
  const isOwn = path.startsWith(mountUrl.pathname) && !path.startsWith("//")
  history.replaceState(null, "", isOwn ? path : mountUrl.pathname)
  return signIn({ callback, secret })
}
