import type { FoundReport } from "@telemark/core"
import { createHash } from "node:crypto"

/**
 * Why an open or a click is taken for a program's. `mail_privacy`: Apple's loads images of all
 * mail. `prefetch`: Gmail loads images before the mail is opened. `scanner`: by the program's name.
 * `at_once`: within 2 s of the acceptance of the message. `many_links`: one of three links of a
 * message within 2 s.
 */
export type MachineReason =
  | "mail_privacy"
  | "prefetch"
  | "scanner"
  | "no_agent"
  | "at_once"
  | "many_links"

interface HitFacts {
  readonly kind: TrackedAddress["kind"]
  /** Empty if it sent none. */
  readonly agent: string
  /** Milliseconds since the message was accepted. */
  readonly age: number
  /** Links of the message followed in the last 2 s, with this one. */
  readonly links: number
}

/**
 * In milliseconds: a person neither gets a mail and follows a link, nor follows three links, in it.
 */
export const haste = 2000

export const tooManyLinks = 3

/**
 * Parts of the names of programs that follow links before or instead of people: filters of mail
 * servers, previews in chats, search engines, scripts. `ms-office` looks at a link before Outlook
 * hands it to the browser.
 */
const programs = new RegExp(
  "barracuda|proofpoint|mimecast|messagelabs|symantec|trend micro|trendmicro|" +
    "forcepoint|zscaler|fireeye|sophos|cloudmark|ms-office|microsoft office|bingpreview|" +
    "skypeuripreview|google-safety|googleother|google-inspectiontool|slackbot|" +
    "facebookexternalhit|whatsapp/|telegrambot|twitterbot|linkedinbot|discordbot|bot/|" +
    "crawler|spider|headlesschrome|phantomjs|curl/|wget/|python-|python/|aiohttp|" +
    "go-http-client|java/|apache-httpclient|libwww-perl|node-fetch|axios/|undici",
  "i"
)

const judgeOpen = (agent: string): MachineReason | undefined => {
  if (agent === "Mozilla/5.0") return "mail_privacy"
  return agent.endsWith("Edge/12.246 Mozilla/5.0") ? "prefetch" : undefined
}

const judgeClick = ({ age, agent, links }: HitFacts): MachineReason | undefined => {
  if (agent === "") return "no_agent"
  if (programs.test(agent)) return "scanner"
  if (age < haste) return "at_once"
  return links >= tooManyLinks ? "many_links" : undefined
}

/**
 * Undefined for a person's. Image proxies of mail providers, such as GoogleImageProxy, are people:
 * they load an image when the mail is opened.
 */
export const judgeHit = (facts: HitFacts): MachineReason | undefined =>
  facts.kind === "open" ? judgeOpen(facts.agent) : judgeClick(facts)

export interface Hit {
  readonly kind: TrackedAddress["kind"]
  readonly email_id: string
  /** Empty for an open. */
  readonly link: string
  /** Empty for an open. */
  readonly linkKey: string
  readonly agent: string
  readonly at: number
  /** Undefined for a person's. Later clicks may show that this one was a program's. */
  machine: MachineReason | undefined
}

export const linkKeyOf = (link: string): string =>
  createHash("sha256").update(link).digest("base64url").slice(0, 22)

/**
 * Of a message, the first open and the first click on each link count, of people and of programs
 * apart.
 */
const reportKeyOf = ({ linkKey, machine }: Hit): string =>
  `tracking:${machine === undefined ? "person" : "machine"}${linkKey === "" ? "" : `:${linkKey}`}`

export const hitKeyOf = (hit: Hit): string => `${hit.email_id}:${hit.kind}:${reportKeyOf(hit)}`

export const reportOfHit = (hit: Hit): FoundReport => {
  const { agent, at, email_id, kind, link, machine } = hit
  const common = {
    message: { email_id },
    at,
    key: reportKeyOf(hit),
    machine: machine !== undefined,
    user_agent: agent === "" ? undefined : agent
  }
  return kind === "open" ? { ...common, kind: "opened" } : { ...common, kind: "clicked", link }
}

export interface TrackedAddress {
  readonly kind: "open" | "click"
  readonly token: string
}

const pattern = /^\/t\/([oc])\/([^/?#]*)\/?(?:[?#]|$)/

/**
 * Undefined for other addresses. A slash at the end, and a query that others have appended, change
 * nothing.
 */
export const readTrackedAddress = (url: string): TrackedAddress | undefined => {
  const [, kind, token] = pattern.exec(url) ?? []
  return token === undefined ? undefined : { kind: kind === "c" ? "click" : "open", token }
}

/** Clicks of other messages aren't counted. */
const maxMessages = 10_000

/** At most one of each link, and no more than make a program. */
export const makeRecentClicks = () => {
  let younger = new Map<string, ReadonlyArray<Hit>>()
  let older = new Map<string, ReadonlyArray<Hit>>()
  let since = 0

  const rotate = (now: number): void => {
    if (now - since < haste) return
    older = now - since < 2 * haste ? younger : new Map<string, ReadonlyArray<Hit>>()
    younger = new Map()
    since = now
  }

  return {
    /** Clicks on other links of the message in the last 2 s, oldest first. */
    note: (hit: Hit): ReadonlyArray<Hit> => {
      const { at, email_id, linkKey } = hit
      rotate(at)
      const known = younger.get(email_id) ?? older.get(email_id) ?? []
      const others = known.filter((one) => at - one.at < haste && one.linkKey !== linkKey)
      if (younger.has(email_id) || younger.size < maxMessages / 2)
        younger.set(email_id, [...others, hit].slice(-tooManyLinks))
      return others
    }
  }
}
