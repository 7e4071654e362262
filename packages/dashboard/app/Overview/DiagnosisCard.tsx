import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Badge, Card, Loading, Problem, Time } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useSession } from "../Session/index.js"
import { useFormats } from "../Texts/index.js"
import { type Finding, openFindings, pageOf, partsOf } from "./findings.js"
import styles from "./overview.module.css"
import { useOverviewTexts } from "./useOverviewTexts.js"

const tones = { ok: "good", warning: "warn", problem: "bad" } as const

/** A sentence whose commands look like commands. */
const WithCommands = ({ text }: { readonly text: string }) => (
  <>
    {partsOf(text).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
)

const OneFinding = ({ finding }: { readonly finding: Finding }) => {
  const texts = useOverviewTexts()
  const { check, command, level, message } = finding
  const to = level === "ok" ? undefined : pageOf(finding)
  return (
    <li>
      <Badge tone={tones[level]}>{texts.findingLevels[level]}</Badge>
      <span class={styles["said"]}>
        <span class="muted">{check}</span> <WithCommands text={message} />{" "}
        {to === undefined && command !== null ? <WithCommands text={command} /> : null}
      </span>
      {to === undefined ? null : (
        <Link to={to} class="button button-small" aria-label={`${texts.open.finding}: ${message}`}>
          {texts.open.finding}
        </Link>
      )}
    </li>
  )
}

const Findings = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => (
  <ul class={styles["attention"]}>
    {findings.map((finding) => (
      <OneFinding key={`${finding.check} ${finding.message}`} finding={finding} />
    ))}
  </ul>
)

/**
 * What the deployment's own checks found, for its operator. They ask other hosts, so they run when
 * the page is opened, not with each refresh.
 */
export const DiagnosisCard = () => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const { tenant } = useSession()
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
  const open = openFindings(findings, tenant)
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
        <p class="card-body">{texts.nothingElse}</p>
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
