import type { EmailContent } from "@telemark/client"
import { Badge, Loading, Notice, Problem, Table, type Tone } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import type { CompatibilityFinding } from "./compatibility.js"
import { clients, type Support } from "./features.js"
import { maxRead } from "./findLinks.js"
import styles from "./inbox.module.css"
import { useCheck } from "./useCheck.js"
import { useInboxTexts } from "./useInboxTexts.js"

const tones: Readonly<Record<Support, Tone>> = { yes: "good", partly: "warn", no: "bad" }

/** What of a mail not every client shows, by families of clients, and what to do about it. */
export const Compatibility = ({
  content,
  id
}: {
  readonly content: EmailContent
  readonly id: string
}) => {
  const texts = useInboxTexts()
  const { number } = useFormats()
  const check = useCheck("compatibility", id, content)
  if (check.isPending) return <Loading />
  if (check.isError) return <Problem error={check.error} onRetry={() => void check.refetch()} />
  const findings = check.data
  const feature = ({ count, example, feature }: CompatibilityFinding) => {
    const [name, advice] = texts.features[feature]
    return (
      <div class={styles["feature"]}>
        <div class="row">
          <strong>{name}</strong>
          {count > 1 ? <span class="muted">{texts.count(number(count))}</span> : null}
        </div>
        {example === "" ? null : <code>{example}</code>}
        <p class="muted">{advice}</p>
      </div>
    )
  }
  return (
    <>
      {(content.html?.length ?? 0) > maxRead ? (
        <Notice tone="warn">{texts.cut(number(maxRead))}</Notice>
      ) : null}
      <p class="muted">{texts.ownList}</p>
      {content.html === null ? (
        <Notice tone="good">{texts.noHtml}</Notice>
      ) : findings.length === 0 ? (
        <Notice tone="good">{texts.allFine}</Notice>
      ) : (
        <div class={styles["matrix"]}>
          <Table
            label={texts.tabs.compatibility}
            rows={findings}
            keyOf={({ feature }) => feature}
            columns={[
              { name: texts.feature, cell: feature },
              ...clients.map((client) => ({
                name: texts.clients[client],
                cell: ({ support }: CompatibilityFinding) =>
                  support === undefined ? (
                    <span class="muted">{texts.anyClient}</span>
                  ) : (
                    <Badge tone={tones[support[client]]}>{texts.support[support[client]]}</Badge>
                  )
              }))
            ]}
          />
        </div>
      )}
    </>
  )
}
