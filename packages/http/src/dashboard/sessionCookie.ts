/**
 * Browsers take a cookie with this prefix from TLS only. `__Host-` would demand the path `/`, and
 * other applications may live beside the mount.
 */
const nameOf = (secure: boolean): string =>
  secure ? "__Secure-telemark_session" : "telemark_session"

/**
 * What the cookie carries; undefined without one, and with several: a page of a neighbouring host
 * can set a second one, by which its reader would act for somebody else.
 */
export const readSessionCookie = (
  cookie: string | undefined,
  secure: boolean
): string | undefined => {
  const name = nameOf(secure)
  const secrets = (cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return new Set(secrets).size === 1 ? secrets[0] : undefined
}

/**
 * A cookie that lasts so many seconds; 0 takes it away. Without a path, browsers keep it for the
 * folder of the request's own address, which is the mount as they see it, whatever a proxy in
 * between takes off.
 */
export const sessionCookie = (secret: string, seconds: number, secure: boolean): string =>
  `${nameOf(secure)}=${secret}; Max-Age=${String(seconds)}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`
