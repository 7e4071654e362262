/**
 * The token of an `Authorization: Bearer …` header (RFC 6750 2.1; the scheme in any case, RFC 9110 11.1);
 * undefined if there is none. The platform's own reader cuts off seven characters whatever they are.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)[\t ]*$/i.exec(authorization ?? "")?.[1]
