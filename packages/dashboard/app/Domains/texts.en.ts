import type { CheckName } from "./checks.js"

const checks: Readonly<Record<CheckName, string>> = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  return_path: "Return path",
  tracking: "Tracking"
}

const why: Readonly<Record<CheckName, string>> = {
  spf: "Names the servers that may send for your domain.",
  dkim: "Publishes the key that signs your mail.",
  dmarc: "Says what receivers do with mail that fails both.",
  return_path: "Brings bounces back under your own name, so that SPF counts for DMARC.",
  tracking: "Lets links in your mail begin with your own name."
}

export const en = {
  intro: "Domains that you send from, verified by DNS records.",
  list: "Sending domains",
  add: "Add domain",
  emptyTitle: "No domains yet",
  empty: "Add the domain of your sender address, then publish its DNS records.",
  domain: "Domain",
  state: "State",
  added: "Added",
  ready: "Ready to send",
  waiting: "Waiting for DNS",
  checks,
  why,
  recordOk: "found",
  recordMissing: "not found",
  addTitle: "Add a sending domain",
  addIntro:
    "The domain of your sender address. A subdomain such as mail.example.com has a reputation of its own.",
  name: "Domain name",
  nameHint: "Such as example.com or mail.example.com",
  next: "Next: the records",
  steps: "Steps",
  step: { name: "Name the domain", records: "Publish the records", ready: "Ready to send" },
  recordsTitle: "DNS records",
  recordsIntro: "Add these at your DNS provider. Leave other records as they are.",
  zone: "Zone",
  zoneHint: "Names are shown without it, as DNS providers ask for them.",
  type: "Type",
  host: "Name",
  value: "Value",
  copyHost: (name: string) => `name of ${name}`,
  copyFullHost: (name: string) => `full name of ${name}`,
  copyValue: (name: string) => `value of ${name}`,
  fullHost: "Full name",
  needed: "needed",
  recommended: "recommended",
  unchecked: "Not checked yet",
  found: "Verified",
  problem: { missing: "Not found", temperror: "DNS gave no answer" } as Readonly<
    Record<string, string>
  >,
  wrong: "Incorrect",
  showRecord: "Show the record",
  expected: "Expected",
  foundNow: "Found",
  nothingFound: "nothing",
  suggestion: "Publish instead",
  check: "Check now",
  checking: "Checking DNS…",
  checked: "Last checked",
  checksAgain: "Checked automatically while this page is open.",
  checksNoMore: "All records found.",
  readyTitle: "This domain is ready to send",
  readyText: "SPF and DKIM are verified. You can send from any address of this domain.",
  readyMore: "Recommended records are missing: receivers may trust your mail less.",
  waitingTitle: "Waiting for the records",
  waitingText: "Publish the records below. DNS changes take minutes, rarely hours.",
  warnings: "Warnings",
  rotate: "Rotate the DKIM key",
  rotateTitle: "Rotate the DKIM key?",
  rotateText: [
    "A new key pair is made, and its record joins the list. The present key signs until the new record is found in DNS.",
    "Then the new key signs by itself. The former record must stay until mail that it signed has arrived; this page says from when it may go."
  ],
  rotateAction: "Create new key",
  rotated: "The new key's record is in the list. Publish it, and leave the former one.",
  retiredTitle: "Former keys",
  retiredIntro:
    "These no longer sign. Their records must stay until the mail that they signed has arrived.",
  removeAfter: "May be removed from DNS",
  remove: "Remove domain",
  removeTitle: (domain: string) => `Remove ${domain}?`,
  removeText:
    "Its keys are destroyed, and mail from its addresses is no longer signed by it. To send from it again, you add it anew and publish a new DKIM record.",
  wasAdded: (domain: string) => `${domain} was added.`,
  wasRemoved: (domain: string) => `${domain} was removed.`,
  facts: "About this domain",
  selector: "Selector that signs",
  verifiedAt: "First ready to send"
}

export type DomainTexts = typeof en
