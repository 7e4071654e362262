import {
  attachmentMembers,
  didYouMean,
  firstUnknown,
  foldName,
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

/** Names in other services, and in mail, for members of a send, by folded name. */
const otherNames: Readonly<Record<string, string>> = {
  recipient: "to",
  recipients: "to",
  toemail: "to",
  toaddress: "to",
  toaddresses: "to",
  ccaddresses: "cc",
  bccaddresses: "bcc",
  sender: "from",
  fromemail: "from",
  fromaddress: "from",
  fromname: "from",
  replytoemail: "reply_to",
  replytoaddress: "reply_to",
  replytoaddresses: "reply_to",
  replytolist: "reply_to",
  title: "subject",
  template: "template_id",
  templatename: "template_id",
  templatealias: "template_id",
  templatekey: "template_id",
  templateuuid: "template_id",
  variables: "data",
  vars: "data",
  params: "data",
  context: "data",
  props: "data",
  substitutions: "data",
  mergevars: "data",
  mergedata: "data",
  templatedata: "data",
  templatemodel: "data",
  templatevariables: "data",
  templateparams: "data",
  dynamictemplatedata: "data",
  personalization: "data",
  language: "locale",
  lang: "locale",
  body: "html or text",
  content: "html or text",
  message: "html or text",
  htmlbody: "html",
  bodyhtml: "html",
  htmlcontent: "html",
  htmlpart: "html",
  textbody: "text",
  bodytext: "text",
  textcontent: "text",
  textpart: "text",
  plaintext: "text",
  plain: "text",
  files: "attachments",
  customargs: "metadata",
  customdata: "metadata",
  category: "tags",
  categories: "tags",
  label: "tags",
  labels: "tags",
  customheaders: "headers",
  tracking: "track",
  trackingsettings: "track",
  trackopens: "track.opens",
  opentracking: "track.opens",
  trackclicks: "track.clicks",
  tracklinks: "track.clicks",
  clicktracking: "track.clicks",
  sendat: "scheduled_at",
  sendtime: "scheduled_at",
  deliverat: "scheduled_at",
  deliverytime: "scheduled_at",
  deliverytimestamp: "scheduled_at",
  scheduledfor: "scheduled_at",
  scheduledtime: "scheduled_at",
  schedule: "scheduled_at",
  idempotencykey: "the Idempotency-Key, which is no part of the body"
}

const otherNamesInTrack: Readonly<Record<string, string>> = {
  opened: "opens",
  clicked: "clicks",
  links: "clicks"
}

const otherNamesInFiles: Readonly<Record<string, string>> = {
  name: "filename",
  data: "content",
  type: "content_type",
  mimetype: "content_type",
  mediatype: "content_type",
  cid: "content_id",
  inlinecontentid: "content_id"
}

const meantBy = (
  name: string,
  known: ReadonlyArray<string>,
  others: Readonly<Record<string, string>>
): string | undefined => {
  const folded = name.length > maxCompared ? "" : foldName(name)
  const isSpelling = known.some((member) => foldName(member) === folded)
  return !isSpelling && Object.hasOwn(others, folded) ? others[folded] : didYouMean(name, known)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unknownIn = (
  value: unknown,
  known: ReadonlyArray<string>,
  others: Readonly<Record<string, string>>,
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

/** The unknown members of a request and its files. */
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
