import { initial } from "./0001_initial.js"
import { emailCounts } from "./0002_email_counts.js"
import { templates } from "./0003_templates.js"
import { domains } from "./0004_domains.js"
import { webhooks } from "./0005_webhooks.js"
import { sending } from "./0006_sending.js"
import { recipientNames } from "./0007_recipient_names.js"
import { ehloNames } from "./0008_ehlo_names.js"
import { suppressionIncidents } from "./0009_suppression_incidents.js"
import { backOffs } from "./0010_back_offs.js"
import { failureCodes } from "./0011_failure_codes.js"
import { removedTenants } from "./0012_removed_tenants.js"
import { feedback } from "./0013_feedback.js"
import { returnPaths } from "./0014_return_paths.js"
import { topics } from "./0015_topics.js"
import { tracking } from "./0016_tracking.js"
import { trackingHosts } from "./0017_tracking_hosts.js"
import { reputation } from "./0018_reputation.js"
import { sessions } from "./0019_sessions.js"
import { search } from "./0020_search.js"
import { engagement } from "./0021_engagement.js"
import { streams } from "./0022_streams.js"
import { releasedMail } from "./0023_released_mail.js"
import { replaysAndLinks } from "./0024_replays_and_links.js"
import { addressKeys } from "./0025_address_keys.js"
import { wordSearch } from "./0026_word_search.js"
import { missingData } from "./0027_missing_data.js"
import { connectionLimits } from "./0028_connection_limits.js"
import type { Migration } from "./Migration.js"

/** Every step of the schema. Never edit, remove or renumber a released step: add another. */
export const migrations: ReadonlyArray<{
  readonly id: number
  readonly name: string
  readonly run: Migration
}> = [
  { id: 1, name: "initial", run: initial },
  { id: 2, name: "email_counts", run: emailCounts },
  { id: 3, name: "templates", run: templates },
  { id: 4, name: "domains", run: domains },
  { id: 5, name: "webhooks", run: webhooks },
  { id: 6, name: "sending", run: sending },
  { id: 7, name: "recipient_names", run: recipientNames },
  { id: 8, name: "ehlo_names", run: ehloNames },
  { id: 9, name: "suppression_incidents", run: suppressionIncidents },
  { id: 10, name: "back_offs", run: backOffs },
  { id: 11, name: "failure_codes", run: failureCodes },
  { id: 12, name: "removed_tenants", run: removedTenants },
  { id: 13, name: "feedback", run: feedback },
  { id: 14, name: "return_paths", run: returnPaths },
  { id: 15, name: "topics", run: topics },
  { id: 16, name: "tracking", run: tracking },
  { id: 17, name: "tracking_hosts", run: trackingHosts },
  { id: 18, name: "reputation", run: reputation },
  { id: 19, name: "sessions", run: sessions },
  { id: 20, name: "search", run: search },
  { id: 21, name: "engagement", run: engagement },
  { id: 22, name: "streams", run: streams },
  { id: 23, name: "released_mail", run: releasedMail },
  { id: 24, name: "replays_and_links", run: replaysAndLinks },
  { id: 25, name: "address_keys", run: addressKeys },
  { id: 26, name: "word_search", run: wordSearch },
  { id: 27, name: "missing_data", run: missingData },
  { id: 28, name: "connection_limits", run: connectionLimits }
]

export const latest = migrations.reduce((highest, { id }) => Math.max(highest, id), 0)
