/** Texts of the list of messages, and of one message. */
export const en = {
  intro: "Every email, newest first: to whom, what became of it, and why.",
  list: "Messages",
  to: "To",
  subject: "Subject",
  status: "Status",
  accepted: "Accepted",
  noSubject: "(no subject)",
  filters: "Filters",
  filtersSet: "Active filters",
  search: "Search messages",
  searchHint: "Recipient, subject, sender, tag or ID",
  addFilter: "Filter",
  apply: "Apply",
  removeFilter: (name: string) => `Remove filter: ${name}`,
  clear: "Clear all",
  filterNames: {
    status: "Status",
    period: "Time",
    recipient: "Recipient",
    subject: "Subject begins with",
    tag: "Tag",
    template_id: "Template",
    recipient_domain: "Recipient's domain",
    sender_domain: "Sender's domain"
  },
  filterHints: {
    recipient: "The whole address",
    tag: "name:value, such as order:1042",
    template_id: "Its ID",
    recipient_domain: "Such as example.com",
    sender_domain: "Such as example.com"
  } as Readonly<Record<string, string>>,
  periods: {
    "1h": "Last hour",
    "24h": "Last 24 hours",
    "7d": "Last 7 days",
    "30d": "Last 30 days",
    own: "From … to …"
  },
  since: "From",
  until: "To",
  template: "Template",
  nothingTitle: "No message matches",
  nothing: "Try other words, fewer filters, or another time.",
  searchedBack: (time: string) => `Messages back to ${time} were searched.`,
  searchOlder: "Search older messages",
  firstTitle: "Send your first email",
  first:
    "Make an API key, put it into TELEMARK_KEY, and run this. The message appears here within seconds.",
  firstCode: "Command that sends an email",
  toKeys: "API keys",
  loadingMessage: "Message",
  backToList: "All messages",
  resend: "Send again",
  resendTitle: "Send this email again?",
  resendText: (recipient: string) =>
    `A new email with the same content goes to ${recipient} at once. This one stays as it is.`,
  allowAndResend: "Allow and send again",
  allowAndResendTitle: "Allow this address, and send again?",
  allowAndResendText: (recipient: string) =>
    `${recipient} is suppressed. It gets mail again from now on, and a new email with the same content at once.`,
  wasResent: (recipient: string) => `Sent to ${recipient} again. This is the new email.`,
  notResent: (recipient: string) => `Nothing was sent: ${recipient} is suppressed.`,
  cancel: "Cancel sending",
  cancelTitle: "Cancel this email?",
  cancelText: (recipient: string) => `${recipient} won't get it. This can't be undone.`,
  keep: "Keep",
  wasCancelled: "The email was cancelled.",
  suppress: "Suppress recipient",
  suppressTitle: (recipient: string) => `Send nothing more to ${recipient}?`,
  suppressText: "Mail to this address is left out until you remove the suppression.",
  wasSuppressed: (recipient: string) => `${recipient} is suppressed.`,
  unsuppress: "Allow mail again",
  unsuppressTitle: (recipient: string) => `Send mail to ${recipient} again?`,
  unsuppressText:
    "Only if the address works and its owner wants your mail: bounces and spam reports harm your reputation.",
  wasUnsuppressed: (recipient: string) => `Mail to ${recipient} is sent again.`,
  suppressed: (reason: string, since: string) =>
    `This recipient is suppressed since ${since} (${reason}): it gets no mail.`,
  bulk: {
    label: "Selected messages",
    select: (subject: string, recipient: string) => `Select ${subject}, to ${recipient}`,
    selected: (count: number) => `${String(count)} selected`,
    all: "Select all on this page",
    clear: "Clear selection",
    failed: (count: number, reason: string) => `${String(count)} failed: ${reason}`,
    resend: {
      action: "Send again",
      title: (count: number) =>
        count === 1 ? "Send 1 email again?" : `Send ${String(count)} emails again?`,
      text: "New emails with the same content go out at once. Suppressed addresses get none.",
      others: (count: number) => `${String(count)} of the selected are still to be sent.`,
      done: (count: number) =>
        count === 1 ? "1 email was sent again." : `${String(count)} emails were sent again.`
    },
    cancel: {
      action: "Cancel sending",
      title: (count: number) =>
        count === 1 ? "Cancel 1 email?" : `Cancel ${String(count)} emails?`,
      text: "Their recipients won't get them. This can't be undone.",
      others: (count: number) => `It is too late to cancel ${String(count)} of the selected.`,
      done: (count: number) =>
        count === 1 ? "1 email was cancelled." : `${String(count)} emails were cancelled.`
    },
    suppress: {
      action: "Suppress recipients",
      title: (count: number) =>
        count === 1
          ? "Send nothing more to 1 address?"
          : `Send nothing more to ${String(count)} addresses?`,
      text: "Mail to them is left out until you remove the suppressions.",
      done: (count: number) =>
        count === 1 ? "1 address is suppressed." : `${String(count)} addresses are suppressed.`
    }
  },
  details: "Details",
  from: "From",
  cc: "Cc",
  replyTo: "Reply to",
  version: (version: number) => `version ${String(version)}`,
  topic: "Topic",
  tags: "Tags",
  metadata: "Metadata",
  provider: "Sent through",
  failureCode: "Failure code",
  attempts: "Attempts",
  scheduled: "Scheduled for",
  nextAttempt: "Next attempt",
  id: "Message ID",
  history: "History",
  acceptedEvent: "Accepted",
  events: {
    "email.sent": "Sent",
    "email.delivered": "Delivered",
    "email.deferred": "Deferred",
    "email.bounced": "Bounced",
    "email.complained": "Spam report",
    "email.failed": "Failed",
    "email.opened": "Opened",
    "email.clicked": "Clicked",
    "email.unsubscribed": "Unsubscribed"
  } as Readonly<Record<string, string>>,
  attempt: (number: number) => `Attempt ${String(number)}`,
  tls: "Encryption",
  noTls: "none",
  duration: "Took",
  serverReply: "Server's reply",
  link: "Link",
  byMachine: "probably a program",
  userAgent: "Client",
  ambiguous: "The server may have taken it without confirming.",
  content: "Content",
  tabs: {
    preview: "Preview",
    text: "Text",
    headers: "Headers",
    source: "Source",
    attachments: "Attachments"
  },
  removedTitle: "The content was removed",
  noHtml: "This email has no html, only text.",
  noText: "This email has no text.",
  previewOf: (subject: string) => `Preview of ${subject}`,
  width: "Width",
  desktop: "Desktop",
  phone: "Phone",
  client: "Client",
  lightClient: "Light",
  darkClient: "Dark",
  privacy: "No scripts, no remote content, no open counted.",
  followed: "This link leads to",
  large: (size: string) => `The html of this email has ${size}. Showing it may take a moment.`,
  showLarge: "Show it",
  clipped: (size: string) =>
    `The html has ${size}. Gmail shows about the first 102 kB and hides the rest behind a link.`,
  textOf: "Plain text",
  headerName: "Name",
  headerValue: "Value",
  sourceOf: "Source",
  captured: "The mail as it was captured.",
  composed:
    "The mail as it is composed, without signatures; addresses for unsubscribing are placeholders.",
  truncated: (shown: string, size: string) => `The first ${shown} of ${size}.`,
  download: "Download",
  downloadSource: "Download as .eml",
  showAll: "Show all of it",
  noAttachments: "This email has no attachments.",
  file: "File",
  type: "Type",
  size: "Size",
  inline: "shown in the html"
}

export type MessageTexts = typeof en
