import type { StorageError } from "@telemark/contract"
import { Effect, Redacted } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OAuth2Login, OwnServer, StoredServer } from "../../delivery/message/Message.js"
import { smtpLoginReference } from "./SmtpConfig.js"
import { smtpConfigQueries } from "./smtpConfigTable.js"

type OAuth2Secrets = Pick<OAuth2Login, "client_secret" | "refresh_token">

/** As they are sealed. */
export const writeOAuth2Secrets = ({
  client_secret,
  refresh_token
}: OAuth2Secrets): Redacted.Redacted =>
  Redacted.make(
    JSON.stringify({
      ...(client_secret === null ? {} : { client_secret: Redacted.value(client_secret) }),
      ...(refresh_token === null ? {} : { refresh_token: Redacted.value(refresh_token) })
    })
  )

const readOAuth2Secrets = (opened: Redacted.Redacted): OAuth2Secrets => {
  const { client_secret, refresh_token } = JSON.parse(Redacted.value(opened)) as {
    readonly [Name in keyof OAuth2Secrets]?: string
  }
  return {
    client_secret: client_secret === undefined ? null : Redacted.make(client_secret),
    refresh_token: refresh_token === undefined ? null : Redacted.make(refresh_token)
  }
}

export type OpenServer = (
  server: StoredServer
) => Effect.Effect<OwnServer, SecretUnreadable | StorageError>

/** Opens the login of a tenant's server. A refresh token that replaces the stored one is stored. */
export const makeOpenServer: Effect.Effect<OpenServer, never, Database | Secrets> = Effect.gen(
  function* () {
    const secrets = yield* Secrets
    const { replaceSecrets } = yield* smtpConfigQueries

    const keepRefreshToken =
      ({ id, tenant_id }: StoredServer, known: OAuth2Secrets): OAuth2Login["keepRefreshToken"] =>
      (refresh_token) =>
        secrets
          .seal(
            writeOAuth2Secrets({ ...known, refresh_token }),
            smtpLoginReference(tenant_id, "oauth2")
          )
          .pipe(
            Effect.flatMap((sealed) => stored(replaceSecrets(tenant_id, id, sealed))),
            Effect.catch(({ message }) =>
              Effect.logWarning(
                "a new refresh token of a tenant's SMTP server could not be stored; the former one stays",
                { tenant_id, reason: message }
              )
            ),
            Effect.asVoid
          )

    return (server) => {
      const { oauth2, tenant_id, ...rest } = server
      const kind = oauth2 === null ? "password" : "oauth2"
      return Effect.map(
        secrets.open(server.password, smtpLoginReference(tenant_id, kind)),
        (opened): OwnServer => {
          if (oauth2 === null) return { ...rest, password: opened }
          const known = readOAuth2Secrets(opened)
          return {
            ...rest,
            password: null,
            oauth2: { ...oauth2, ...known, keepRefreshToken: keepRefreshToken(server, known) }
          }
        }
      )
    }
  }
)
