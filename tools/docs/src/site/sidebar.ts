import { readOpenApi, referencePages } from "../reference/index.js"
import { readPages } from "../pages.js"
import { sitePath } from "./sitePath.js"

interface Item {
  readonly text: string
  readonly link: string
}

/** A group of the sidebar. */
export interface Group {
  readonly text: string
  readonly collapsed?: boolean
  readonly items: ReadonlyArray<Item>
}

const item = (text: string, link: string): Item => ({ text, link: `/${link}` })

/** The pages that people wrote, by what somebody wants to do. */
const written: ReadonlyArray<Group> = [
  {
    text: "Start",
    items: [
      item("Getting started", "getting-started"),
      item("Coming from Resend", "from-resend"),
      item("Coming from nodemailer", "from-nodemailer"),
      item("Beside others", "comparison")
    ]
  },
  {
    text: "In your application",
    items: [
      item("Embedding", "embedding"),
      item("Frameworks", "frameworks"),
      item("In your own transaction", "transactional-send"),
      item("Mounts", "mounts"),
      item("Client", "client"),
      item("Agents", "agents"),
      item("Mail by SMTP", "submission"),
      item("Mail by SQL", "sql"),
      item("Testing", "testing")
    ]
  },
  {
    text: "Mail and events",
    items: [
      item("Templates", "templates"),
      item("Attachments", "attachments"),
      item("Webhooks and events", "webhooks"),
      item("Stream of events", "event-stream"),
      item("Tracking", "tracking"),
      item("Opens and clicks", "opens-and-clicks"),
      item("Feedback", "feedback"),
      item("Providers' webhooks", "feedback-providers"),
      item("Bounces", "bounces")
    ]
  },
  {
    text: "Who sends",
    items: [
      item("Domains", "domains"),
      item("Return paths", "return-path"),
      item("Tracking hosts", "tracking-hosts"),
      item("SMTP servers", "smtp-servers"),
      item("Suppressions", "suppressions"),
      item("A person's data", "people"),
      item("Topics", "topics"),
      item("Unsubscribing", "unsubscribing"),
      item("Reputation", "reputation"),
      item("Security", "security")
    ]
  },
  {
    text: "Running it",
    items: [
      item("Operations", "operations"),
      item("Monitoring", "monitoring"),
      item("Audit log", "audit-log"),
      item("Backup and restore", "backup"),
      item("Upgrades", "upgrade"),
      item("Move to another database", "move"),
      item("When the relay is down", "relay-away"),
      item("Many recipients", "many-recipients"),
      item("Functions with a time limit", "time-limits"),
      item("Settings", "configuration"),
      item("Command line", "cli"),
      item("Docker", "docker"),
      item("Scaling", "scaling"),
      item("Queues", "queues"),
      item("Bounces from mailboxes", "feedback-import"),
      item("Performance", "performance"),
      item("Compatibility", "compatibility"),
      item("Licenses", "licenses"),
      item("Known limits", "known-limits")
    ]
  },
  {
    text: "HTTP",
    items: [item("The interface", "http"), item("Every operation", "http-reference")]
  },
  {
    text: "The dashboard",
    items: [item("The dashboard", "dashboard"), item("Signing in", "sign-in")]
  },
  {
    text: "Extending it",
    items: [
      item("Writing a transport", "writing-a-transport"),
      item("Another SQL database", "another-database")
    ]
  },
  {
    text: "How it works",
    items: [
      item("Architecture", "architecture"),
      item("The life of a message", "message-flow"),
      item("The limiter", "limiter"),
      item("Hot paths", "hot-paths")
    ]
  }
]

/** The pages in a folder of the site, by their titles. */
const folder = (text: string, prefix: string): Group => ({
  text,
  collapsed: true,
  items: readPages().flatMap((page) => {
    const path = sitePath(page.file)
    return path?.startsWith(prefix) === true ? [item(page.title, path.replace(/\.md$/, ""))] : []
  })
})

/** The sidebar: what was written by task, then what is one page for each thing. */
export const sidebar = (): ReadonlyArray<Group> => [
  ...written,
  {
    text: "HTTP reference",
    collapsed: true,
    items: referencePages(readOpenApi()).map(({ path, title }) =>
      item(title, path.replace(/\.md$/, ""))
    )
  },
  folder("Packages", "packages/"),
  folder("Examples", "examples/"),
  folder("Decisions", "decisions/"),
  {
    text: "The project",
    collapsed: true,
    items: [item("Contributing", "contributing"), item("Benchmarks", "benchmarks")]
  }
]
