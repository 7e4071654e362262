import type { ComponentType } from "preact"
import type { Texts } from "../Texts/en.js"

type PageName = Exclude<keyof Texts["pages"], "docs">

/** A page of the navigation, or one below such a page. */
export interface PageOf {
  /** Below the mount, as wouter matches it: `/messages/:id`. */
  readonly path: string
  /** Its name in the navigation; pages below have none. */
  readonly name?: PageName
  readonly group?: keyof Texts["groups"]
  /**
   * What the person must be allowed to do; without it, the page is neither in the navigation nor
   * shown.
   */
  readonly scope?: string
  readonly feature?: "inbox" | "sessions"
  /** Loaded when it is opened for the first time. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

/** Every page, in the order of the navigation. A new page has one entry here, and its texts. */
export const pages: ReadonlyArray<PageOf> = [
  {
    path: "/",
    name: "overview",
    group: "mail",
    scope: "email:read",
    load: () => import("../Overview/OverviewPage.js")
  },
  {
    path: "/messages",
    name: "messages",
    group: "mail",
    scope: "email:read",
    load: () => import("../Messages/MessagesPage.js")
  },
  { path: "/messages/:id", scope: "email:read", load: () => import("../Messages/MessagePage.js") },
  {
    path: "/inbox",
    name: "inbox",
    group: "mail",
    scope: "email:read",
    feature: "inbox",
    load: () => import("../Inbox/InboxPage.js")
  },
  {
    path: "/inbox/:id",
    scope: "email:read",
    feature: "inbox",
    load: () => import("../Inbox/CapturedPage.js")
  },
  {
    path: "/suppressions",
    name: "suppressions",
    group: "mail",
    scope: "suppression:read",
    load: () => import("../Suppressions/SuppressionsPage.js")
  },
  {
    path: "/templates",
    name: "templates",
    group: "content",
    scope: "template:read",
    load: () => import("../Templates/TemplatesPage.js")
  },
  {
    path: "/templates/-/new",
    scope: "template:manage",
    load: () => import("../Templates/NewTemplatePage.js")
  },
  {
    path: "/templates/:id",
    scope: "template:read",
    load: () => import("../Templates/Editor/TemplateEditorPage.js")
  },
  {
    path: "/brand",
    name: "brand",
    group: "content",
    scope: "template:read",
    load: () => import("../Brand/BrandPage.js")
  },
  {
    path: "/topics",
    name: "topics",
    group: "content",
    scope: "topic:read",
    load: () => import("../Topics/TopicsPage.js")
  },
  {
    path: "/domains",
    name: "domains",
    group: "sending",
    scope: "domain:read",
    load: () => import("../Domains/DomainsPage.js")
  },
  {
    path: "/domains/new",
    scope: "domain:write",
    load: () => import("../Domains/AddDomainPage.js")
  },
  {
    path: "/domains/:domain",
    scope: "domain:read",
    load: () => import("../Domains/DomainPage.js")
  },
  {
    path: "/smtp",
    name: "smtp",
    group: "sending",
    scope: "smtp:read",
    load: () => import("../SmtpServer/SmtpPage.js")
  },
  {
    path: "/tracking",
    name: "tracking",
    group: "sending",
    scope: "tracking:read",
    load: () => import("../Tracking/TrackingPage.js")
  },
  {
    path: "/feedback-sources",
    name: "feedbackSources",
    group: "sending",
    scope: "feedback:read",
    load: () => import("../FeedbackSources/FeedbackSourcesPage.js")
  },
  {
    path: "/webhooks",
    name: "webhooks",
    group: "integration",
    scope: "webhook:read",
    load: () => import("../Webhooks/WebhooksPage.js")
  },
  {
    path: "/webhooks/:id",
    scope: "webhook:read",
    load: () => import("../Webhooks/WebhookPage.js")
  },
  {
    path: "/api-keys",
    name: "apiKeys",
    group: "integration",
    scope: "apikey:manage",
    load: () => import("../ApiKeys/ApiKeysPage.js")
  },
  {
    path: "/audit-log",
    name: "auditLog",
    group: "operation",
    scope: "audit:read",
    load: () => import("../AuditLog/AuditLogPage.js")
  },
  {
    path: "/people",
    name: "people",
    group: "operation",
    scope: "person:manage",
    load: () => import("../People/PeoplePage.js")
  },
  {
    path: "/members",
    name: "members",
    group: "operation",
    scope: "member:manage",
    load: () => import("../Members/MembersPage.js")
  },
  {
    path: "/members/:id",
    scope: "member:manage",
    load: () => import("../Members/MemberPage.js")
  },
  {
    path: "/sessions",
    name: "sessions",
    group: "operation",
    feature: "sessions",
    load: () => import("../Members/SessionsPage.js")
  },
  {
    path: "/tenants",
    name: "tenants",
    group: "operation",
    scope: "tenant:read",
    load: () => import("../Tenants/TenantsPage.js")
  },
  { path: "/tenants/:name", scope: "tenant:read", load: () => import("../Tenants/TenantPage.js") },
  {
    path: "/operator-webhooks",
    name: "operatorWebhooks",
    group: "operation",
    scope: "tenant:manage",
    load: () => import("../Webhooks/WebhooksPage.js")
  },
  {
    path: "/operator-webhooks/:id",
    scope: "tenant:manage",
    load: () => import("../Webhooks/WebhookPage.js")
  }
]
