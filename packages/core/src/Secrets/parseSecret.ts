import { Array, Either, Encoding, Redacted } from "effect"
import { InvalidSecret } from "./errors.js"
import type { SecretKey } from "./StoredKeys.js"

/** 32 bytes in base64 (43 characters and padding), also in the URL alphabet (RFC 4648 5). */
const keyText = /^[A-Za-z0-9+/_-]{43}=?$/

const parseKey = (text: string): Either.Either<SecretKey, InvalidSecret> =>
  keyText.test(text)
    ? Encoding.decodeBase64Url(text.replaceAll("+", "-").replaceAll("/", "_")).pipe(
        Either.mapBoth({
          onLeft: () => new InvalidSecret(),
          onRight: (bytes) => Redacted.make(bytes)
        })
      )
    : Either.left(new InvalidSecret())

/**
 * Parses a secret such as TELEMARK_SECRET: comma-separated keys of 32 bytes in base64, the sealing
 * key first.
 */
export const parseSecret = (
  secret: string | Redacted.Redacted
): Either.Either<Array.NonEmptyReadonlyArray<SecretKey>, InvalidSecret> =>
  Either.flatMap(
    Either.all(
      (typeof secret === "string" ? secret : Redacted.value(secret))
        .split(",")
        .map((text) => parseKey(text.trim()))
    ),
    (keys) =>
      Array.isNonEmptyReadonlyArray(keys) ? Either.right(keys) : Either.left(new InvalidSecret())
  )
