import type { TrackedAddress } from "./trackedAddress.js"

/**
 * Why an open or a click is taken for a program's. `mail_privacy`: Apple's Mail Privacy Protection,
 * which loads images of all mail. `prefetch`: Gmail loads images before the mail is opened.
 * `scanner`: a program that looks at links, by its name. `no_agent`: a click without a name.
 * `at_once`: a click within 2 s of the acceptance of the message. `many_links`: one of three links
 * of a message that were followed within 2 s.
 */
export type MachineReason =
  | "mail_privacy"
  | "prefetch"
  | "scanner"
  | "no_agent"
  | "at_once"
  | "many_links"

/** What is known of an open or a click. */
export interface HitFacts {
  readonly kind: TrackedAddress["kind"]
  /** Empty if it sent none. */
  readonly agent: string
  /** Milliseconds since the message was accepted. */
  readonly age: number
  /** How many links of the message were followed in the last 2 s, with this one. */
  readonly links: number
}

/**
 * The time, in milliseconds, in which a person neither gets a mail and follows a link in it, nor
 * follows three of its links.
 */
export const haste = 2000

/** How many links of a message within `haste` are too many for a person. */
export const tooManyLinks = 3

/**
 * Parts of the names of programs that follow links in mail before or instead of people: filters of
 * mail servers, previews in chats, search engines, scripts. `ms-office` looks at a link before
 * Outlook hands it to the browser.
 */
const programs = [
  "barracuda",
  "proofpoint",
  "mimecast",
  "messagelabs",
  "symantec",
  "trend micro",
  "trendmicro",
  "forcepoint",
  "zscaler",
  "fireeye",
  "sophos",
  "cloudmark",
  "ms-office",
  "microsoft office",
  "bingpreview",
  "skypeuripreview",
  "google-safety",
  "googleother",
  "google-inspectiontool",
  "slackbot",
  "facebookexternalhit",
  "whatsapp/",
  "telegrambot",
  "twitterbot",
  "linkedinbot",
  "discordbot",
  "bot/",
  "crawler",
  "spider",
  "headlesschrome",
  "phantomjs",
  "curl/",
  "wget/",
  "python-",
  "python/",
  "aiohttp",
  "go-http-client",
  "java/",
  "apache-httpclient",
  "libwww-perl",
  "node-fetch",
  "axios/",
  "undici"
]

const judgeOpen = (agent: string): MachineReason | undefined => {
  if (agent === "Mozilla/5.0") return "mail_privacy"
  return agent.endsWith("Edge/12.246 Mozilla/5.0") ? "prefetch" : undefined
}

const judgeClick = ({ age, agent, links }: HitFacts): MachineReason | undefined => {
  if (agent === "") return "no_agent"
  const name = agent.toLowerCase()
  if (programs.some((program) => name.includes(program))) return "scanner"
  if (age < haste) return "at_once"
  return links >= tooManyLinks ? "many_links" : undefined
}

/**
 * Whether an open or a click is a program's, and why; undefined for a person's. Image proxies of
 * mail providers, such as GoogleImageProxy, are people: they load an image when the mail is opened.
 */
export const judgeHit = (facts: HitFacts): MachineReason | undefined =>
  facts.kind === "open" ? judgeOpen(facts.agent) : judgeClick(facts)
