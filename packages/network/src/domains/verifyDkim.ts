import type { DkimFinding, DkimStatus } from "@telemark/contract"
import { type DkimAlgorithm, dkimHost, dkimValue, type DomainQuestion } from "@telemark/core"
import { Effect } from "effect"
import type { LookUps } from "../dns/Dns.js"
import { textsOf } from "../spf/checkHost.js"
import { found, troubleMessage } from "./findings.js"

const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "")

/** A tag with its value. Undefined if it is malformed. */
type Tag = readonly [name: string, value: string] | undefined

const parseTag = (text: string): Tag => {
  const equals = text.indexOf("=")
  const name = trim(text.slice(0, Math.max(0, equals)))
  return /^[a-z][a-z0-9_]*$/i.test(name) ? [name, trim(text.slice(equals + 1))] : undefined
}

/** The tags of a list such as `v=DKIM1; p=…` (RFC 6376 3.2). A final semicolon adds none. */
export const parseTags = (text: string): ReadonlyArray<Tag> => {
  const parts = text.split(";")
  const isClosed = parts.length > 1 && trim(parts.at(-1) ?? "") === ""
  return (isClosed ? parts.slice(0, -1) : parts).map(parseTag)
}

interface ExpectedKey {
  readonly algorithm: DkimAlgorithm
  /** The value of `p=`. */
  readonly public_key: string
}

interface KeyVerdict {
  readonly status: Exclude<DkimStatus, "temperror">
  /** The domain is only testing DKIM (`t=y`). */
  readonly testing: boolean
  readonly message: string
}

type Tags = ReadonlyMap<string, string>

/** Separated by colons with optional white space (RFC 6376 3.6.1). */
const wordsOf = (tags: Tags, name: string): ReadonlyArray<string> | undefined =>
  tags
    .get(name)
    ?.split(":")
    .map((word) => word.trim())

const allows = (
  words: ReadonlyArray<string> | undefined,
  ...wanted: ReadonlyArray<string>
): boolean => words === undefined || words.some((word) => wanted.includes(word))

const isWhole = (tags: ReadonlyArray<Tag>): tags is ReadonlyArray<readonly [string, string]> =>
  tags.every((tag) => tag !== undefined) && new Set(tags.map(([name]) => name)).size === tags.length

const again = "Publish exactly the expected value."

const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

const compare = (published: string, expected: string): Pick<KeyVerdict, "status" | "message"> => {
  const key = published.replace(/[ \t\r\n]+/g, "")
  if (key === "") {
    return {
      status: "revoked",
      message: `The record has an empty p=, which revokes the key. ${again}`
    }
  }
  if (expected.startsWith(key) && key.length < expected.length) {
    return {
      status: "mismatch",
      message:
        `The key is cut off after ${key.length} of ${expected.length} characters. Publish the whole value, ` +
        "as several strings of up to 255 characters in one record if the DNS panel needs that."
    }
  }
  if (!isBase64(key))
    return { status: "invalid", message: `The value of p= is not base64. ${again}` }
  return Buffer.from(key, "base64").equals(Buffer.from(expected, "base64"))
    ? { status: "ok", message: "The key is published." }
    : { status: "mismatch", message: `Another key is published. ${again}` }
}

/** Why a record can't be used with our signatures (RFC 6376 3.6.1, RFC 8463 3). */
const unfitness = (
  tags: Tags,
  [first]: ReadonlyArray<Tag>,
  algorithm: DkimAlgorithm
): string | undefined => {
  if (tags.has("v") && (first?.[0] !== "v" || tags.get("v") !== "DKIM1"))
    return "it doesn't begin with v=DKIM1"
  if (!tags.has("p")) return "it has no p="
  if ((tags.get("k") ?? "rsa") !== algorithm)
    return `it isn't for ${algorithm} keys: it must have k=${algorithm}`
  if (!allows(wordsOf(tags, "h"), "sha256"))
    return "its h= doesn't allow sha256, which signs the mail"
  if (!allows(wordsOf(tags, "s"), "*", "email")) return "its s= doesn't allow email"
  return undefined
}

const judge = (text: string, { algorithm, public_key }: ExpectedKey): KeyVerdict => {
  const list = parseTags(text)
  const tags: Tags = new Map(isWhole(list) ? list : [])
  const testing = wordsOf(tags, "t")?.includes("y") ?? false
  const invalid = (why: string): KeyVerdict => ({
    status: "invalid",
    testing,
    message: `The record can't be used: ${why}. ${again}`
  })
  if (!isWhole(list)) {
    return invalid(
      "it isn't a list of tags such as v=DKIM1; k=rsa; p=…, each tag once and without quotation marks"
    )
  }
  const unfit = unfitness(tags, list, algorithm)
  return unfit === undefined
    ? { testing, ...compare(tags.get("p") ?? "", public_key) }
    : invalid(unfit)
}

/** Whether a text is meant as a key record, valid or not. */
const looksLikeKey = (text: string): boolean =>
  /^[\s"]*v\s*=\s*dkim/i.test(text) || /(?:^|[;\s"])p\s*=/.test(text)

/**
 * Compares by the key's bytes: white space, the order of tags and the splitting don't matter (RFC
 * 6376 3.6.1).
 */
export const compareKey = (records: ReadonlyArray<string>, expected: ExpectedKey): KeyVerdict => {
  const [text, another] = records
  if (text === undefined || !records.some(looksLikeKey)) {
    return {
      status: "missing",
      testing: false,
      message:
        text === undefined
          ? "There is no such record. Add a TXT record of this name with the expected value; " +
            "DNS may take a while to show it."
          : "The record is not a DKIM key. Publish the expected value in a TXT record of this name, " +
            "and remove the present one."
    }
  }
  return another === undefined
    ? judge(text, expected)
    : {
        status: "multiple",
        testing: false,
        message:
          "There is more than one TXT record of this name, and servers may use any of them. " +
          "Remove all but the expected one."
      }
}

type Key = DomainQuestion["keys"][number]
type Verdict = Pick<KeyVerdict, "message" | "testing"> & Pick<DkimFinding, "status">

const findingOf = (domain: string, key: Key) => {
  const host = dkimHost(key.selector, domain)
  return (records: ReadonlyArray<string>, { message, status, testing }: Verdict): DkimFinding => ({
    verified: status === "ok",
    status,
    host,
    expected: dkimValue(key),
    found: found(records),
    message:
      status === "ok" && testing
        ? `${message} It has t=y, which means that DKIM is only being tested: remove t=y, because servers may ignore the signature.`
        : message,
    selector: key.selector,
    testing
  })
}

/** Some DNS panels append the domain to each name. */
const isDoubled = (
  lookUps: Pick<LookUps, "txt">,
  domain: string,
  key: Key
): Effect.Effect<boolean> =>
  lookUps.txt(`${dkimHost(key.selector, domain)}.${domain}`).pipe(
    Effect.map((answer) => compareKey(textsOf(answer), key).status === "ok"),
    Effect.orElseSucceed(() => false)
  )

export const dkimTrouble = (
  domain: string,
  key: Key,
  reason: Parameters<typeof troubleMessage>[0]
): DkimFinding =>
  findingOf(domain, key)([], {
    status: "temperror",
    testing: false,
    message: troubleMessage(reason)
  })

export const verifyDkim = (
  lookUps: Pick<LookUps, "txt">,
  domain: string,
  key: Key
): Effect.Effect<DkimFinding> => {
  const host = dkimHost(key.selector, domain)
  return lookUps.txt(host).pipe(
    Effect.flatMap((answer) => {
      const records = textsOf(answer)
      const verdict = compareKey(records, key)
      const finding = findingOf(domain, key)(records, verdict)
      return verdict.status !== "missing"
        ? Effect.succeed(finding)
        : Effect.map(isDoubled(lookUps, domain, key), (doubled) =>
            doubled
              ? {
                  ...finding,
                  message: `The record is at ${host}.${domain}: the DNS panel appends the domain. Enter the name without it.`
                }
              : finding
          )
    }),
    Effect.catch(({ reason }) => Effect.succeed(dkimTrouble(domain, key, reason)))
  )
}
