/**
 * The token of `Authorization: Bearer …` (RFC 6750 2.1; scheme in any case, RFC 9110 11.1).
 * @effect/platform's reader doesn't check the scheme.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)[\t ]*$/i.exec(authorization ?? "")?.[1]
