import {
  attachmentMembers,
  didYouMean,
  firstUnknown,
  foldName,
  isObject,
  sendMembers,
  showName,
  trackMembers,
  type UnknownName,
  unknownWarnings,
  ValidationFailed,
  withUnknownNames
} from "@telemark/contract"

/** Longer names aren't compared with those of other services: none of theirs is as long. */
const maxCompared = 32

/** What names mean, from the names for each meaning, separated by blanks. */
const namesFor = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(names).flatMap(([meant, others]) =>
      others.split(" ").map((name) => [name, meant] as const)
    )
  )

/** Names in other services, and in mail, for members of a send: folded, by what they mean. */
const otherNames = namesFor({
  to: "recipient recipients toemail toaddress toaddresses",
  cc: "ccaddresses",
  bcc: "bccaddresses",
  from: "sender fromemail fromaddress fromname",
  reply_to: "replytoemail replytoaddress replytoaddresses replytolist",
  subject: "title",
  template_id: "template templatename templatealias templatekey templateuuid",
  data: "variables vars params context props substitutions mergevars mergedata templatedata templatemodel templatevariables templateparams dynamictemplatedata personalization",
  locale: "language lang",
  "html or text": "body content message",
  html: "htmlbody bodyhtml htmlcontent htmlpart",
  text: "textbody bodytext textcontent textpart plaintext plain",
  attachments: "files",
  metadata: "customargs customdata",
  tags: "category categories label labels",
  headers: "customheaders",
  track: "tracking trackingsettings",
  "track.opens": "trackopens opentracking",
  "track.clicks": "trackclicks tracklinks clicktracking",
  scheduled_at:
    "sendat sendtime deliverat deliverytime deliverytimestamp scheduledfor scheduledtime schedule",
  "the Idempotency-Key, which is no part of the body": "idempotencykey"
})

const otherNamesInTrack = namesFor({
  opens: "opened",
  clicks: "clicked links"
})

const otherNamesInFiles = namesFor({
  filename: "name",
  content: "data",
  content_type: "type mimetype mediatype",
  content_id: "cid inlinecontentid"
})

const meantBy = (
  name: string,
  known: ReadonlyArray<string>,
  others: ReadonlyMap<string, string>
): string | undefined => {
  const folded = name.length > maxCompared ? "" : foldName(name)
  const isSpelling = known.some((member) => foldName(member) === folded)
  return (isSpelling ? undefined : others.get(folded)) ?? didYouMean(name, known)
}

const unknownIn = (
  value: unknown,
  known: ReadonlyArray<string>,
  others: ReadonlyMap<string, string>,
  prefix = ""
): ReadonlyArray<() => UnknownName> =>
  isObject(value)
    ? Object.keys(value)
        .filter((name) => !known.includes(name) && value[name] !== undefined)
        .map((name) => () => ({
          path: `${prefix}${showName(name)}`,
          meant: meantBy(name, known, others)
        }))
    : []

const filesOf = (request: unknown): ReadonlyArray<unknown> => {
  const files = isObject(request) ? request["attachments"] : undefined
  // More are refused.
  return Array.isArray(files) ? files.slice(0, 50) : []
}

const kind = "member of a send"

/** Of a request and its files. */
export const unknownMembers = (request: unknown): ReturnType<typeof firstUnknown> =>
  firstUnknown([
    ...unknownIn(request, sendMembers, otherNames),
    ...unknownIn(
      isObject(request) ? request["track"] : undefined,
      trackMembers,
      otherNamesInTrack,
      "track."
    ),
    ...filesOf(request).flatMap((file, index) =>
      unknownIn(file, attachmentMembers, otherNamesInFiles, `attachments.${String(index)}.`)
    )
  ])

export const unknownMemberWarnings = (request: unknown): ReadonlyArray<string> =>
  unknownWarnings(kind, unknownMembers(request))

/**
 * Adds unknown members with a likely meaning to the reasons of a refusal: they may be its only
 * cause.
 */
export const withUnknownMembers = (
  { details }: ValidationFailed,
  request: unknown
): ValidationFailed =>
  new ValidationFailed({ details: withUnknownNames(kind, details, unknownMembers(request)) })
