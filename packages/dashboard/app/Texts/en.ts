/** What all pages share, in English. Each page has a part of its own beside this file. */
export const en = {
  appName: "Telemark",
  skip: "Skip to content",
  navigation: "Main navigation",
  menu: "Menu",
  account: "Account",
  signOut: "Sign out",
  acting: {
    label: "For whom you act",
    as: (tenant: string) => `Acting as ${tenant}.`,
    hint: "You see what is this tenant's, and what you do is done as this tenant.",
    gone: "There is no tenant of that name any more.",
    paused: "Sending is paused",
    back: (tenant: string) => `Back to ${tenant}`
  },
  theme: { label: "Appearance", system: "As the system", light: "Light", dark: "Dark" },
  language: { label: "Language", en: "English", de: "Deutsch" },
  groups: {
    mail: "Mail",
    content: "Content",
    sending: "Sending",
    integration: "Developers",
    operation: "Admin"
  },
  palette: {
    open: "Search",
    label: "Search and commands",
    field: "Go to a page, find a message, create…",
    results: "Results",
    nothing: "Nothing found",
    groups: { pages: "Go to", create: "Create", messages: "Messages" },
    creations: {
      key: "Create API key",
      template: "Create template",
      domain: "Add domain"
    },
    openMessage: (id: string) => `Open message ${id}`,
    searchMessages: (text: string) => `Search messages for “${text}”`
  },
  pages: {
    overview: "Overview",
    messages: "Messages",
    inbox: "Inbox",
    templates: "Templates",
    brand: "Brand",
    topics: "Topics",
    domains: "Domains",
    smtp: "SMTP server",
    suppressions: "Suppressions",
    tracking: "Tracking",
    webhooks: "Webhooks",
    apiKeys: "API keys",
    feedbackSources: "Feedback sources",
    tenants: "Tenants",
    docs: "API reference"
  },
  loading: "Loading…",
  retry: "Try again",
  failed: "This could not be loaded.",
  refused: "That did not work.",
  notFound: "There is no such page.",
  notFoundHint: "The address may be wrong, or your key may not show it.",
  toOverview: "To the overview",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  saved: "Saved.",
  remove: "Remove",
  create: "Create",
  copy: "Copy",
  copied: "Copied",
  next: "Next",
  previous: "Previous",
  firstPage: "First page",
  newest: "Newest first",
  pager: "Pages of the list",
  add: "Add",
  edit: "Edit",
  exportCsv: "Export CSV",
  actions: "Actions",
  secretOnce:
    "Copy this now and keep it where only your application can read it. It is not shown again.",
  secretStored: "I have stored it",
  color: {
    pick: (what: string) => `${what}: pick a colour`,
    brand: (color: string) => `Brand colour ${color}`,
    usual: "Default",
    clear: (what: string) => `${what}: use the default`
  },
  none: "none",
  never: "never",
  yes: "yes",
  no: "no",
  typeToConfirm: (name: string) => `Type ${name} to confirm`,
  statuses: {
    queued: "Queued",
    sending: "Sending",
    processing: "Sending",
    deferred: "Waiting to retry",
    sent: "Sent",
    failed: "Failed",
    bounced: "Bounced",
    complained: "Spam report",
    delivered: "Delivered",
    cancelled: "Cancelled",
    scheduled: "Scheduled"
  } as Readonly<Record<string, string>>,
  signIn: {
    title: "Sign in to Telemark",
    key: "API key",
    keyHint: "The first start printed one. telemark keys create makes another.",
    submit: "Sign in",
    byLink: "Signing in with your link…",
    linkFailed:
      "This link does not work any more. Links sign in once; telemark dashboard prints another.",
    byHost: "You are not signed in",
    byHostHint: "This dashboard is part of another application. Sign in there, then try again.",
    privacy:
      "The key is exchanged for a cookie that lasts 12 hours. The browser does not keep the key."
  }
}

export type Texts = typeof en
