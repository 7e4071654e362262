import {
  decode,
  NoSmtpConfig,
  SaveSmtpConfig,
  type SmtpConnectionFailed,
  type SmtpOAuth2,
  type SmtpVerification,
  success,
  toAsciiDomain,
  toEhloName
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { OwnServers } from "../../delivery/message/Transport.js"
import { newId } from "../../kernel/ids.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import type { OAuth2Login, OwnServer } from "../../delivery/message/Message.js"
import { makeOpenServer, writeOAuth2Secrets } from "./openServer.js"
import {
  oauth2ClientOf,
  type SmtpConfigRecord,
  smtpLoginReference,
  viewOfSmtpConfig
} from "./SmtpConfig.js"
import { makeSaveSmtpConfig, smtpConfigQueries } from "./smtpConfigTable.js"

type SmtpConfigsService = OperationsFor<string, "smtpConfig">

const decodeSave = decode(SaveSmtpConfig)

const unreadable: SmtpVerification = {
  success: false,
  error: "The stored login can no longer be decrypted. Save the configuration again."
}

const failed = ({ hint, message }: SmtpConnectionFailed): SmtpVerification => ({
  success: false,
  error: hint === undefined ? message : `${message} ${hint}`
})

/** A login as it was given, and how its secret is written once it was tested. */
interface GivenLogin extends Pick<OwnServer, "oauth2" | "password"> {
  readonly written: () => Redacted.Redacted
}

const passwordLogin = (password: Redacted.Redacted): GivenLogin => ({
  password,
  written: () => password
})

const hidden = (text: string | undefined): Redacted.Redacted | null =>
  text === undefined ? null : Redacted.make(text)

/** Testing it may replace the refresh token. */
const oauth2Login = (given: SmtpOAuth2): GivenLogin => {
  const client_secret = hidden(given.client_secret)
  let refresh_token = hidden(given.refresh_token)
  const oauth2: OAuth2Login = {
    ...oauth2ClientOf(given),
    client_secret,
    refresh_token,
    keepRefreshToken: (token) =>
      Effect.sync(() => {
        refresh_token = token
      })
  }
  return {
    password: null,
    oauth2,
    written: () => writeOAuth2Secrets({ client_secret, refresh_token })
  }
}

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const configs = yield* smtpConfigQueries
  const replace = yield* makeSaveSmtpConfig
  const servers = yield* OwnServers
  const secrets = yield* Secrets
  const openServer = yield* makeOpenServer

  const find = (tenantId: string) =>
    Effect.flatMap(stored(configs.find(tenantId)), (record) =>
      record === undefined ? new NoSmtpConfig() : Effect.succeed(record)
    )

  const save: SmtpConfigsService["save"] = (tenant_id, input) =>
    Effect.gen(function* () {
      const {
        ehlo_name: name = "",
        from_email = null,
        from_name = "",
        host: given,
        oauth2,
        password,
        tls_required = true,
        ...request
      } = yield* Effect.fromResult(decodeSave(input))
      const ehlo_name = toEhloName(name) ?? null
      const { written, ...login } =
        oauth2 === undefined ? passwordLogin(Redacted.make(password)) : oauth2Login(oauth2)
      const bare = given.replace(/(?<=.)\.$/, "").toLowerCase()
      const host = toAsciiDomain(bare) ?? bare
      yield* servers.test({ ...request, ...login, host, tls_required, ehlo_name, from_email })
      const now = yield* Clock.currentTimeMillis
      const record: SmtpConfigRecord = {
        ...request,
        id: yield* newId("smtp"),
        tenant_id,
        host,
        password: yield* secrets.seal(
          written(),
          smtpLoginReference(tenant_id, oauth2 === undefined ? "password" : "oauth2")
        ),
        oauth2: oauth2 === undefined ? null : oauth2ClientOf(oauth2),
        tls_required,
        ehlo_name,
        from_email,
        from_name: from_name === "" ? null : from_name,
        verified: true,
        created_at: now,
        updated_at: now
      }
      yield* replace(record)
      return { success: true as const, provider: record.provider }
    })

  const verify: SmtpConfigsService["verify"] = (tenantId) =>
    Effect.gen(function* () {
      const record = yield* find(tenantId)
      const verification = yield* openServer(record).pipe(
        Effect.flatMap(servers.test),
        Effect.as<SmtpVerification>({ success: true }),
        Effect.catchTags({
          SecretUnreadable: () => Effect.succeed(unreadable),
          SmtpConnectionFailed: (failure) => Effect.succeed(failed(failure))
        })
      )
      yield* change(configs.setVerified(tenantId, record.id, verification.success))
      return verification
    })

  return SmtpConfigs.of({
    save,
    verify,
    get: (tenantId) => Effect.map(find(tenantId), viewOfSmtpConfig),
    remove: (tenantId) =>
      change(
        Effect.flatMap(configs.remove(tenantId), (wasThere) =>
          wasThere ? Effect.succeed(success) : new NoSmtpConfig()
        )
      )
  })
})

/** A tenant's mail goes through its own server while one is stored. */
export class SmtpConfigs extends Context.Service<SmtpConfigs, SmtpConfigsService>()(
  "@telemark/core/SmtpConfigs"
) {
  static readonly layer = Layer.effect(this, make)
}
