import {
  makeSaveSmtpConfig,
  sealedSecretQueries,
  type SecretKey,
  Secrets,
  type StoragePorts,
  StoredKeys,
  tenantQueries
} from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { layerStorageOf } from "../../src/application/storage.js"

const storageOf = (filename: string) => layerStorageOf({ _tag: "Sqlite", filename })

/** Works on the storage of a file as another process would. */
export const onFile = <A, E>(
  filename: string,
  use: Effect.Effect<A, E, StoragePorts>
): Promise<A> => Effect.runPromise(Effect.provide(use, storageOf(filename)))

const passwordReference = (tenant_id: string) =>
  ({ table: "smtp_configs", tenant_id, row: "", column: "password" }) as const

/** Gives each tenant an SMTP server whose password is the tenant's name. */
export const savePasswords = (filename: string, secret?: string): Promise<number> =>
  onFile(
    filename,
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const save = yield* makeSaveSmtpConfig
      const tenants = yield* (yield* tenantQueries).list
      yield* Effect.forEach(tenants, ({ id, name }) =>
        Effect.flatMap(secrets.seal(Redacted.make(name), passwordReference(id)), (password) =>
          save({
            id: `smtp_${id}`,
            tenant_id: id,
            provider: "custom",
            host: "mail.example.com",
            port: 587,
            username: name,
            password,
            oauth2: null,
            tls_required: true,
            ehlo_name: null,
            from_email: null,
            from_name: null,
            verified: true,
            created_at: 0,
            updated_at: 0
          })
        )
      )
      return tenants.length
    }).pipe(Effect.provide(Layer.provideMerge(Secrets.layer(secret), storageOf(filename))))
  )

/** The names of the tenants whose password opens, and which of them the newest key opens. */
export const openPasswords = (filename: string, secret?: string) =>
  onFile(
    filename,
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const tenants = yield* (yield* tenantQueries).list
      const all = yield* (yield* sealedSecretQueries).all
      const opened = yield* Effect.forEach(all, ({ reference, sealed }) =>
        Effect.map(
          Effect.all([secrets.open(sealed, reference), secrets.isCurrent(sealed)]),
          ([password, isCurrent]) => ({
            isRight:
              Redacted.value(password) ===
              tenants.find(({ id }) => id === reference.tenant_id)?.name,
            isCurrent
          })
        )
      )
      return {
        right: opened.filter(({ isRight }) => isRight).length,
        current: opened.filter(({ isCurrent }) => isCurrent).length
      }
    }).pipe(Effect.provide(Layer.provideMerge(Secrets.layer(secret), storageOf(filename))))
  )

/** Changes the keys of a file's storage, as a rotation does at its beginning. */
export const changeKeys = (
  filename: string,
  change: (keys: ReadonlyArray<SecretKey>) => ReadonlyArray<SecretKey>
): Promise<void> =>
  onFile(
    filename,
    Effect.flatMap(StoredKeys, (stored) => Effect.asVoid(stored.update(change)))
  )
