import type { DomainSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import {
  Badge,
  buttonClass,
  Card,
  Empty,
  Loading,
  Page,
  Problem,
  Table,
  Time
} from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import type { CheckName } from "./checks.js"
import styles from "./domains.module.css"
import { useDomainTexts } from "./useDomainTexts.js"

const marksOf = (
  domain: DomainSummary
): ReadonlyArray<readonly [name: CheckName, verified: boolean]> => [
  ["spf", domain.spf_verified],
  ["dkim", domain.dkim_verified],
  ["dmarc", domain.dmarc_verified],
  ...(domain.return_path_verified === undefined
    ? []
    : [["return_path", domain.return_path_verified] as const]),
  ...(domain.tracking_verified === undefined
    ? []
    : [["tracking", domain.tracking_verified] as const])
]

const Marks = ({ domain }: { readonly domain: DomainSummary }) => {
  const texts = useDomainTexts()
  return (
    <ul class={styles["marks"]}>
      {marksOf(domain).map(([name, verified]) => (
        <li
          key={name}
          class={`${styles["mark"] ?? ""} ${verified ? (styles["markOk"] ?? "") : ""}`}
        >
          <span aria-hidden="true">{verified ? "✓ " : "– "}</span>
          {texts.checks[name]}
          <span class="hidden"> {verified ? texts.recordOk : texts.recordMissing}</span>
        </li>
      ))}
    </ul>
  )
}

/** The domains that mail is sent from. */
const DomainsPage = () => {
  const texts = useDomainTexts()
  const shared = useTexts()
  const mayWrite = useMay()("domain:write")
  const domains = useQuery({ queryKey: ["domains", "list"], queryFn: () => client.domains.list() })
  const add = mayWrite ? (
    <Link to="/domains/new" class={buttonClass({ look: "primary" })}>
      {texts.add}
    </Link>
  ) : undefined
  return (
    <Page
      title={shared.pages.domains}
      description={texts.intro}
      actions={domains.data?.domains.length === 0 ? undefined : add}
    >
      {domains.isPending ? (
        <Loading />
      ) : domains.isError ? (
        <Problem error={domains.error} onRetry={() => void domains.refetch()} />
      ) : domains.data.domains.length === 0 ? (
        <Card>
          <Empty title={texts.emptyTitle}>
            <p>{texts.empty}</p>
            {add}
          </Empty>
        </Card>
      ) : (
        <Card flush>
          <Table
            label={texts.list}
            rows={domains.data.domains}
            keyOf={({ domain }) => domain}
            columns={[
              {
                name: texts.domain,
                cell: ({ domain }) => (
                  <Link to={`/domains/${encodeURIComponent(domain)}`}>
                    <strong>{domain}</strong>
                  </Link>
                )
              },
              {
                name: texts.state,
                cell: ({ dkim_verified, spf_verified }) =>
                  spf_verified && dkim_verified ? (
                    <Badge tone="good">{texts.ready}</Badge>
                  ) : (
                    <Badge tone="warn">{texts.waiting}</Badge>
                  )
              },
              { name: texts.recordsTitle, cell: (domain) => <Marks domain={domain} /> },
              { name: texts.added, cell: ({ created_at }) => <Time at={created_at} /> }
            ]}
          />
        </Card>
      )}
    </Page>
  )
}

export default DomainsPage
