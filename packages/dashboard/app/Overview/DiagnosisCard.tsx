import { useQuery } from "@tanstack/preact-query"
import type { DiagnosisReport } from "@telemark/client"
import { client } from "../Client/index.js"
import { Badge, Card, Loading, Problem, Time } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import styles from "./overview.module.css"
import { useOverviewTexts } from "./useOverviewTexts.js"

type Finding = DiagnosisReport["findings"][number]

const tones = { ok: "good", warning: "warn", problem: "bad" } as const

const Findings = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => {
  const texts = useOverviewTexts()
  return (
    <ul class={styles["attention"]}>
      {findings.map(({ check, level, message }) => (
        <li key={`${check} ${message}`}>
          <Badge tone={tones[level]}>{texts.findingLevels[level]}</Badge>
          <span class={styles["said"]}>
            <code>{check}</code> {message}
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * What the deployment's own checks found, for its operator. They ask other hosts, so they run when
 * the page is opened, not with each refresh.
 */
export const DiagnosisCard = () => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const diagnosis = useQuery({
    queryKey: ["diagnosis"],
    queryFn: () => client.diagnosis.get(),
    staleTime: 60_000,
    refetchOnWindowFocus: false
  })
  if (diagnosis.isPending)
    return (
      <Card title={texts.diagnosis}>
        <Loading />
      </Card>
    )
  if (diagnosis.isError)
    return (
      <Card title={texts.diagnosis}>
        <Problem error={diagnosis.error} onRetry={() => void diagnosis.refetch()} />
      </Card>
    )
  const { available, checked_at, findings } = diagnosis.data
  if (!available) return null
  const open = findings
    .filter(({ level }) => level !== "ok")
    .sort((a, b) => Number(b.level === "problem") - Number(a.level === "problem"))
  const fine = findings.filter(({ level }) => level === "ok")
  return (
    <Card
      title={texts.diagnosis}
      flush
      actions={
        <span class="muted">
          {texts.checkedAt} <Time at={checked_at} relative />
        </span>
      }
    >
      {open.length === 0 ? (
        <p class="card-body">{texts.allFine(formats.number(fine.length))}</p>
      ) : (
        <Findings findings={open} />
      )}
      {fine.length === 0 ? null : (
        <details class={styles["fine"]}>
          <summary>{texts.showFine(formats.number(fine.length))}</summary>
          <Findings findings={fine} />
        </details>
      )}
    </Card>
  )
}
