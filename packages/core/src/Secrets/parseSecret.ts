import { Array, Either, Encoding, Redacted } from "effect"
import { InvalidSecret } from "./errors.js"
import type { SecretKey } from "./StoredKeys.js"

/** 32 bytes are 43 characters of base64 and its padding; the alphabet for URLs (RFC 4648 5) does too. */
const keyText = /^[A-Za-z0-9+/_-]{43}=?$/

const parseKey = (text: string): Either.Either<SecretKey, InvalidSecret> =>
  keyText.test(text)
    ? Encoding.decodeBase64Url(text.replaceAll("+", "-").replaceAll("/", "_")).pipe(
      Either.mapBoth({ onLeft: () => new InvalidSecret(), onRight: (bytes) => Redacted.make(bytes) })
    )
    : Either.left(new InvalidSecret())

/** The keys of a secret such as TELEMARK_SECRET: 32 bytes in base64 each, commas between them, the one to seal with first. */
export const parseSecret = (
  secret: string | Redacted.Redacted
): Either.Either<Array.NonEmptyReadonlyArray<SecretKey>, InvalidSecret> =>
  Either.flatMap(
    Either.all((typeof secret === "string" ? secret : Redacted.value(secret)).split(",").map((text) => parseKey(text.trim()))),
    (keys) => Array.isNonEmptyReadonlyArray(keys) ? Either.right(keys) : Either.left(new InvalidSecret())
  )
