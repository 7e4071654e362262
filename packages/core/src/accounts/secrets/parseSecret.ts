import { Array, Redacted, Result } from "effect"
import { Base64Url } from "effect/encoding"
import type { SecretKey } from "./StoredKeys.js"
import { InvalidSecret } from "./errors.js"

/** 32 bytes in base64 (43 characters and padding), also in the URL alphabet (RFC 4648 5). */
const keyText = /^[A-Za-z0-9+/_-]{43}=?$/

const parseKey = (text: string): Result.Result<SecretKey, InvalidSecret> =>
  keyText.test(text)
    ? Base64Url.decode(text.replaceAll("+", "-").replaceAll("/", "_")).pipe(
        Result.mapBoth({
          onFailure: () => new InvalidSecret(),
          onSuccess: (bytes) => Redacted.make(bytes)
        })
      )
    : Result.fail(new InvalidSecret())

/**
 * Parses a secret such as TELEMARK_SECRET: comma-separated keys of 32 bytes in base64, the sealing
 * key first.
 */
export const parseSecret = (
  secret: string | Redacted.Redacted
): Result.Result<Array.NonEmptyReadonlyArray<SecretKey>, InvalidSecret> =>
  Result.flatMap(
    Result.all(
      (typeof secret === "string" ? secret : Redacted.value(secret))
        .split(",")
        .map((text) => parseKey(text.trim()))
    ),
    (keys) =>
      Array.isReadonlyArrayNonEmpty(keys) ? Result.succeed(keys) : Result.fail(new InvalidSecret())
  )
