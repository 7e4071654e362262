import { type AllowedNetworks } from "@telemark/network"
import { type Redacted, Result } from "effect"
import type { OidcSettings } from "../signIn/oidcProvider.js"
import type { ProxySettings } from "../signIn/proxyIdentity.js"
import type { RoleMapping } from "../signIn/roleMapping.js"
import type { Reading } from "./Setting.js"
import { settings as table } from "./settingList.js"

interface SignInReadings {
  readonly publicUrl: Reading<string | undefined>
  readonly memberTenant: Reading<string>
  readonly oidcIssuer: Reading<string | undefined>
  readonly oidcClientId: Reading<string | undefined>
  readonly oidcClientSecret: Reading<Redacted.Redacted | undefined>
  readonly oidcScopes: Reading<string>
  readonly oidcRoles: Reading<RoleMapping | undefined>
  readonly proxyAuthHeader: Reading<string | undefined>
  readonly proxyAuthNetworks: Reading<AllowedNetworks | undefined>
  readonly proxyAuthRoles: Reading<RoleMapping | undefined>
}

/** How people sign in beside keys and printed links. */
export interface SignInSettings {
  readonly home: string
  readonly oidc: OidcSettings | undefined
  readonly proxy: ProxySettings | undefined
}

const lacks = (
  { name, takes }: { readonly name: string; readonly takes: string },
  by: { readonly name: string }
) => Result.fail({ name, problem: `is needed by ${by.name} and takes ${takes}` })

const readOidc = (read: SignInReadings): Reading<OidcSettings | undefined> => {
  const all = Result.all({
    issuer: read.oidcIssuer,
    clientId: read.oidcClientId,
    clientSecret: read.oidcClientSecret,
    scopes: read.oidcScopes,
    roles: read.oidcRoles,
    publicUrl: read.publicUrl
  })
  if (Result.isFailure(all)) return Result.fail(all.failure)
  const { clientId, clientSecret, issuer, publicUrl, roles, scopes } = all.success
  if (issuer === undefined)
    return clientId === undefined && clientSecret === undefined && roles === undefined
      ? Result.succeed(undefined)
      : lacks(table.oidcIssuer, clientId === undefined ? table.oidcRoles : table.oidcClientId)
  if (clientId === undefined) return lacks(table.oidcClientId, table.oidcIssuer)
  // The provider sends browsers there.
  if (publicUrl === undefined) return lacks(table.publicUrl, table.oidcIssuer)
  return Result.succeed({ issuer, clientId, clientSecret, scopes, roles })
}

/** Without networks, anybody could say who they are. */
const readProxy = (read: SignInReadings): Reading<ProxySettings | undefined> => {
  const all = Result.all({
    header: read.proxyAuthHeader,
    networks: read.proxyAuthNetworks,
    roles: read.proxyAuthRoles
  })
  if (Result.isFailure(all)) return Result.fail(all.failure)
  const { header, networks, roles } = all.success
  if (header === undefined)
    return networks === undefined && roles === undefined
      ? Result.succeed(undefined)
      : lacks(
          table.proxyAuthHeader,
          networks === undefined ? table.proxyAuthRoles : table.proxyAuthNetworks
        )
  return networks === undefined
    ? lacks(table.proxyAuthNetworks, table.proxyAuthHeader)
    : Result.succeed({
        header,
        networks,
        roles: roles && { ...roles, from: roles.from.toLowerCase() }
      })
}

export const readSignIn = (read: SignInReadings): Reading<SignInSettings> =>
  Result.all({ home: read.memberTenant, oidc: readOidc(read), proxy: readProxy(read) })
