import { featureTexts } from "./featureTexts.en.js"
import type { MailClient, Support } from "./features.js"
import type { LinkProblem } from "./linkProblem.js"

/** Texts of captured mail. */
export const en = {
  intro: "Mail captured instead of being sent. Updates live.",
  kept: "Only the newest 500 mails are kept, up to 64 MiB together, and only for as long as mail is captured here.",
  list: "Captured mail",
  subject: "Subject",
  to: "To",
  from: "From",
  sentBy: (from: string) => `from ${from}`,
  captured: "Captured",
  noSubject: "(no subject)",
  search: "Search",
  searchHint: "Recipient or subject",
  nothingTitle: "No captured mail matches",
  nothing: "Try another part of the recipient or subject.",
  nothingOlder: "There is no older mail",
  emptyTitle: "No mail yet",
  empty:
    "This server captures mail instead of sending it. Whatever you send with one of this tenant's API keys appears here within a second. Make a key, put it into TELEMARK_KEY, and run this:",
  emptyCode: "Command that sends an email",
  toKeys: "API keys",
  released: "Released",
  releasedTo: (to: string) => `Released to ${to}`,
  release: "Release",
  releaseTitle: "Send this mail to a real address",
  releaseText:
    "It is sent as it was captured, through this tenant's SMTP server or, without one, the operator's relay. What it names as its recipient stays as it is.",
  releaseTo: "Address",
  releaseHint: "The real recipient",
  releaseAction: "Send it",
  noServer: "There is no mail server to send it through: mail is captured here.",
  setUpServer: "Set up your SMTP server",
  askForServer: "Ask somebody who may change the SMTP server to set one up.",
  wasReleased: (to: string) => `The mail server took the mail for ${to}.`,
  reply: "The mail server's reply",
  remove: "Delete",
  removeTitle: "Delete this mail?",
  removeText: (subject: string, to: string) =>
    `“${subject}” to ${to} leaves the inbox. The log of messages stays.`,
  wasRemoved: "The mail was deleted.",
  clear: "Delete all",
  clearTitle: "Delete all captured mail?",
  clearText:
    "All captured mail of this tenant leaves the inbox, not only what is shown. The log of messages stays. This can't be undone.",
  wasCleared: "All captured mail was deleted.",
  back: "All captured mail",
  one: "Captured mail",
  goneTitle: "This mail is no longer in the inbox",
  gone: "It was deleted, or newer mail took its place. The log of messages may still have it.",
  toLog: "What became of it",
  id: "Message ID",
  tabs: { links: "Links", compatibility: "Compatibility" },
  cut: (count: string) => `This mail is very long. Its first ${count} characters were checked.`,
  cutLinks: (characters: string, links: string) =>
    `This mail is very long. Its first ${characters} characters, and ${links} different links, were checked.`,
  noLinks: "This mail has no links.",
  linksIntro:
    "Checked by what they say alone. None was opened, so a page that doesn't exist isn't noticed.",
  linkCount: (total: string, problems: string) =>
    `Links checked: ${total}. With a problem: ${problems}.`,
  linkGood: (total: string) => `Links checked: ${total}. No problem found.`,
  linksShown: (shown: string, total: string) => `The first ${shown} of ${total} are shown.`,
  link: "Link",
  where: "In",
  whereOf: { html: "html", text: "text" },
  times: (count: string) => `${count} times`,
  noAddress: "(no address)",
  finding: "Finding",
  fine: "Nothing found",
  linkProblems: {
    empty: ["Leads nowhere", "Give it an address."],
    placeholder: [
      "Placeholder left",
      "A variable has no value, or isn't one of the template. Send its value, or correct its name."
    ],
    fragment: [
      "Within the mail",
      "Many clients don't jump within a mail. Link the whole address of a page."
    ],
    relative: [
      "Relative",
      "A mail has no address of its own. Write the whole one, beginning with https://."
    ],
    script: ["Script", "Every client removes it. Link a page."],
    file: ["Not a page", "Clients block data: and file: links. Link a page, or attach the file."],
    noHost: ["No host", "The address names no server. Write it after https://."],
    malformed: [
      "Not an address",
      "No browser understands it. Look for spaces and for characters that must be encoded."
    ],
    local: [
      "This computer",
      "It leads to the recipient's own computer. Use the address that your site has for everybody."
    ],
    private: [
      "Private network",
      "Nobody outside your network reaches it. Use the address that your site has for everybody."
    ],
    insecure: ["Not encrypted", "Link https:// instead: clients warn of http:."],
    noAddress: ["No recipient", "Put an email address behind mailto:, or a number behind tel:."],
    scheme: [
      "Unusual scheme",
      "Many clients remove links that don't begin with https:, mailto: or tel:."
    ]
  } as Readonly<Record<LinkProblem, readonly [name: string, advice: string]>>,
  ownList:
    "This is our own short list of what mail clients support, by what is generally known of them. It is no test in these clients, and they change: look at important mail in the clients themselves.",
  allFine: "Nothing in this mail is on our list. It should look alike everywhere.",
  noHtml: "This mail has no html, only text: every client shows it.",
  feature: "What the mail uses",
  advice: "What to do",
  count: (count: string) => `${count} ×`,
  clients: {
    gmail: "Gmail",
    outlook: "Outlook (Windows)",
    outlookCom: "Outlook.com",
    apple: "Apple Mail",
    yahoo: "Yahoo"
  } as Readonly<Record<MailClient, string>>,
  support: { yes: "yes", partly: "partly", no: "no" } as Readonly<Record<Support, string>>,
  anyClient: "–",
  features: featureTexts
}

export type InboxTexts = typeof en
