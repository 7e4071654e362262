import { createClient, type TelemarkClient } from "@telemark/client"

/** Where the dashboard is mounted: the address of its shell's `<base>`, with a slash at its end. */
export const mountUrl = new URL("./", document.baseURI)

/** Path of the mount without a slash at its end; empty at the root. */
export const mountPath = mountUrl.pathname.replace(/\/$/, "")

/** The tenant that an operator has chosen; undefined for the session's own. It lasts as long as the tab. */
const chosenTenant = "telemark.tenant"

export const actingFor = (): string | undefined => sessionStorage.getItem(chosenTenant) ?? undefined

/** Acts for another tenant from now on; undefined for the session's own. */
export const actFor = (tenant: string | undefined): void => {
  if (tenant === undefined) sessionStorage.removeItem(chosenTenant)
  else sessionStorage.setItem(chosenTenant, tenant)
}

/** Fields that requests to this server need beside the cookie. */
export const ownHeaders = (): Record<string, string> => {
  const tenant = actingFor()
  return tenant === undefined ? {} : { "x-telemark-tenant": tenant }
}

const onSignedOut = new Set<() => void>()

/** Calls back when the server no longer knows the session. Returns how to stop. */
export const whenSignedOut = (notify: () => void): (() => void) => {
  onSignedOut.add(notify)
  return () => { onSignedOut.delete(notify) }
}

/** Requests with the session's cookie. The browser adds `Sec-Fetch-Site`, by which the server knows that they are from here. */
export const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(ownHeaders())) headers.set(name, value)
  const response = await fetch(new URL(path, mountUrl), { ...init, headers, credentials: "same-origin" })
  if (response.status === 401) for (const notify of onSignedOut) notify()
  return response
}

/** Telemark's client, with the session's cookie instead of a key. */
export const client: TelemarkClient = createClient({
  baseUrl: new URL("v1", mountUrl).href,
  apiKey: null,
  fetch: (url, init) => request(url, init)
})
