import type { Email } from "@telemark/client"
import type { ComponentChildren } from "preact"
import { Card, Copy, Time } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useFormats } from "../Texts/index.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

type Fact = readonly [name: string, value: ComponentChildren]

const listWith = (name: string, value: string): string =>
  `/messages?${new URLSearchParams({ [name]: value }).toString()}`

/** What is known of a message, each with a way to find others like it. */
export const MessageFacts = ({ email }: { readonly email: Email }) => {
  const texts = useMessageTexts()
  const formats = useFormats()
  const may = useMay()
  const {
    attempts,
    created_at,
    failure_code,
    id,
    metadata,
    recipient_email,
    scheduled_at,
    sender_email,
    smtp_provider,
    tags,
    template_id,
    template_version,
    topic
  } = email
  const template =
    template_id === null ? null : (
      <>
        {may("template:read") ? (
          <Link to={`/templates/${encodeURIComponent(template_id)}`}>{template_id}</Link>
        ) : (
          template_id
        )}
        {template_version === null ? null : (
          <span class="muted"> {texts.version(template_version)}</span>
        )}
      </>
    )
  const facts: ReadonlyArray<Fact> = [
    [texts.to, <Link to={listWith("recipient", recipient_email)}>{recipient_email}</Link>],
    [texts.from, sender_email],
    [texts.accepted, <Time at={created_at} />],
    ...(scheduled_at === null ? [] : [[texts.scheduled, <Time at={scheduled_at} />] as const]),
    ...(template === null ? [] : [[texts.template, template] as const]),
    ...(topic === null ? [] : [[texts.topic, topic] as const]),
    ...(Object.keys(tags).length === 0
      ? []
      : [
          [
            texts.tags,
            <span class={styles["tags"]}>
              {Object.entries(tags).map(([name, value]) => (
                <Link key={name} to={listWith("tag", `${name}:${value}`)}>
                  {name}: {value}
                </Link>
              ))}
            </span>
          ] as const
        ]),
    ...(smtp_provider === "" ? [] : [[texts.provider, smtp_provider] as const]),
    [texts.attempts, formats.number(attempts)],
    ...(failure_code === null ? [] : [[texts.failureCode, <code>{failure_code}</code>] as const]),
    [
      texts.id,
      <span class="row">
        <code>{id}</code>
        <Copy text={id} what={texts.id} />
      </span>
    ],
    ...(metadata === null
      ? []
      : [
          [
            texts.metadata,
            <pre
              class={`code ${styles["json"] ?? ""}`}
              tabIndex={0}
              role="region"
              aria-label={texts.metadata}
            >
              {JSON.stringify(metadata, null, 2)}
            </pre>
          ] as const
        ])
  ]
  return (
    <Card title={texts.details}>
      <dl class={`facts ${styles["facts"] ?? ""}`}>
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </Card>
  )
}
