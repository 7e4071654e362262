import { createClient, type TelemarkClient } from "@telemark/client"

/** Where the dashboard is mounted: the address of its shell's `<base>`, with a slash at its end. */
export const mountUrl = new URL("./", document.baseURI)

/** Path of the mount without a slash at its end; empty at the root. */
export const mountPath = mountUrl.pathname.replace(/\/$/, "")

/**
 * Whose name an operator has chosen to act in. It is kept as long as the tab, so that a reload acts
 * for the same tenant.
 */
const chosenTenant = "telemark.tenant"

const stored = (): string | undefined => sessionStorage.getItem(chosenTenant) ?? undefined

/**
 * Read once: a page acts for one tenant as long as it is loaded. A request of one tenant that is
 * repeated later, or answered late, would otherwise reach another.
 */
let tenant = stored()

// A page that the browser has kept, and shows again, may be of a tenant that was left meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && stored() !== tenant) location.reload()
})

/** The tenant for which an operator acts; undefined for the session's own. */
export const actingFor = (): string | undefined => tenant

const store = (next: string | undefined): void => {
  if (next === undefined) sessionStorage.removeItem(chosenTenant)
  else sessionStorage.setItem(chosenTenant, next)
}

const onLeaving = new Set<(url: string) => void>()

/**
 * Calls back with the address to load when the page is left for another tenant. Returns how to
 * stop.
 */
export const whenLeaving = (notify: (url: string) => void): (() => void) => {
  onLeaving.add(notify)
  return () => {
    onLeaving.delete(notify)
  }
}

/**
 * Acts for another tenant from now on; undefined for the session's own. Loads the dashboard anew,
 * at a path below the mount: nothing of the former tenant stays.
 */
export const actFor = (next: string | undefined, path = ""): void => {
  store(next)
  for (const notify of onLeaving) notify(new URL(path, mountUrl).href)
}

/**
 * Acts for the session's own tenant, whoever it belongs to. Only while nothing of a tenant is
 * shown.
 */
export const forgetActing = (): void => {
  store(undefined)
  tenant = undefined
}

/** The field by which an operator's request names a tenant. */
const tenantHeader = "x-telemark-tenant"

/** Fields that requests to this server need beside the cookie. */
export const ownHeaders = (): Record<string, string> =>
  tenant === undefined ? {} : { [tenantHeader]: tenant }

const onSignedOut = new Set<() => void>()

/** Calls back when the server no longer knows the session. Returns how to stop. */
export const whenSignedOut = (notify: () => void): (() => void) => {
  onSignedOut.add(notify)
  return () => {
    onSignedOut.delete(notify)
  }
}

/**
 * Requests with the session's cookie. The browser adds `Sec-Fetch-Site`, by which the server knows
 * that they are from here.
 */
const send = (path: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers({ ...ownHeaders(), ...Object.fromEntries(new Headers(init.headers)) })
  return fetch(new URL(path, mountUrl), { ...init, headers, credentials: "same-origin" })
}

/** Asks for the session itself, or begins or ends it: a 401 doesn't mean that it has ended. */
export const requestSession = (init: RequestInit = {}): Promise<Response> => send("session", init)

/** Asks for what a passkey signs. */
export const requestPasskey = (): Promise<Response> => send("session/passkey", { method: "POST" })

/** Asks where to sign in. */
export const requestProvider = (): Promise<Response> => send("session/provider", { method: "POST" })

const signingOut = new AbortController()

/** Gives up all requests that need the session, which is about to end: nobody reads the answers. */
export const giveUpRequests = (): void => {
  signingOut.abort()
}

/** Requests what needs a session. */
export const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const signal = AbortSignal.any([signingOut.signal, ...(init.signal ? [init.signal] : [])])
  const response = await send(path, { ...init, signal })
  if (response.status === 401) for (const notify of onSignedOut) notify()
  return response
}

const clientWith = (fields: Readonly<Record<string, string>>): TelemarkClient =>
  createClient({
    baseUrl: new URL("v1", mountUrl).href,
    apiKey: null,
    fetch: (url, init) =>
      request(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...fields }
      })
  })

/** Telemark's client, with the session's cookie instead of a key. */
export const client: TelemarkClient = clientWith({})

/** The same for a tenant that an operator names, without acting for it. */
export const clientOf = (name: string): TelemarkClient => clientWith({ [tenantHeader]: name })
