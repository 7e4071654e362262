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
  intro: "Mail is sent from domains that are yours. Their DNS records prove it to receivers.",
  list: "Sending domains",
  add: "Add domain",
  emptyTitle: "No domains yet",
  empty:
    "Add the domain after the @ of your sender. You get its records to publish, and the page tells you once they are found.",
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
    "The domain after the @ of your sender's address. A subdomain such as mail.example.com keeps the reputation of this mail apart from that of your other mail.",
  name: "Domain name",
  nameHint: "Such as example.com or mail.example.com.",
  next: "Next: the records",
  steps: "Steps",
  step: { name: "Name the domain", records: "Publish the records", ready: "Ready to send" },
  recordsTitle: "DNS records",
  recordsIntro: "Create these where your domain's DNS is run. Leave other records as they are.",
  zone: "Zone",
  zoneHint: "Names are shown as the forms of DNS providers want them: without the zone.",
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
  wrong: "Not right yet",
  showRecord: "Show the record",
  expected: "Expected",
  foundNow: "Found",
  nothingFound: "nothing",
  suggestion: "Publish instead",
  check: "Check now",
  checking: "Checking DNS…",
  checked: "Last checked",
  checksAgain: "Checks again by itself while this page is open.",
  checksNoMore: "Everything is found.",
  readyTitle: "This domain is ready to send",
  readyText: "SPF and DKIM are found. You can send from every address of it.",
  readyMore:
    "Some recommended records are still missing: mail can be sent, but receivers may trust it less.",
  waitingTitle: "Waiting for the records",
  waitingText:
    "Publish the records below. DNS needs some minutes, rarely hours, until everybody sees them.",
  warnings: "What may still keep mail from arriving",
  rotate: "Rotate the DKIM key",
  rotateTitle: "Rotate the DKIM key?",
  rotateText: [
    "A new key pair is made, and its record joins the list. The present key signs until the new record is found in DNS.",
    "Then the new key signs by itself. The former record must stay until mail that it signed has arrived; this page says from when it may go."
  ],
  rotateAction: "Make the new key",
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
