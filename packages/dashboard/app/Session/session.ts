import { readRefusal, requestSession } from "../Client/index.js"

/** Who is signed in, and what they may do. */
export interface Session {
  readonly tenant: string
  readonly scopes: ReadonlyArray<string>
  /** Whether this person runs the deployment: sees all tenants. */
  readonly operator: boolean
  /** When the session ends, or null if the application that hosts the dashboard decides. */
  readonly expires_at: string | null
  /** The key's name, or who the host says it is. */
  readonly name: string
  readonly features: {
    readonly inbox: boolean
    /** Whether sessions begin and end here, and not in an application that hosts the dashboard. */
    readonly sessions?: boolean
    /** Whether one may have passkeys. */
    readonly passkeys?: boolean
  }
}

/**
 * Nobody is signed in: people sign in here with a key, or the application that hosts the dashboard
 * signs them in.
 */
export interface SignedOut {
  readonly sign_in: "key" | "host"
  /** The host of the identity provider where people may sign in; absent if there is none. */
  readonly provider?: string
  /** Whether members sign in with passkeys. */
  readonly passkeys?: boolean
}

/** The session, or how to get one. */
export const readSession = async (): Promise<Session | SignedOut> => {
  const response = await requestSession()
  if (!response.ok) throw await readRefusal(response)
  return response.json() as Promise<Session | SignedOut>
}

/**
 * Signs in with an API key, with the token of a printed link or of an invitation, or with what the
 * identity provider has sent the browser back with.
 */
export const signIn = async (
  by:
    | { readonly key: string }
    | { readonly token: string }
    | { readonly invitation: string }
    | { readonly callback: string; readonly secret: string }
    | { readonly passkey: string }
): Promise<Session> => {
  const response = await requestSession({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(by)
  })
  if (!response.ok) throw await readRefusal(response)
  return response.json() as Promise<Session>
}

/**
 * Signs in with the token of a printed link. Whoever opens it again stays signed in: it leads to
 * its page then.
 */
export const signInByLink = async (token: string): Promise<Session> => {
  try {
    return await signIn({ token })
  } catch (error) {
    const found = await readSession()
    if ("sign_in" in found) throw error
    return found
  }
}

/** Answers where to sign out as well, if the session began at an identity provider. */
export const signOut = async (): Promise<string | undefined> => {
  const response = await requestSession({ method: "DELETE" })
  if (!response.ok && response.status !== 401) throw await readRefusal(response)
  if (response.status !== 200) return undefined
  return ((await response.json()) as { readonly sign_out_url: string }).sign_out_url
}
