import type { EmailContent } from "@telemark/client"
import { Badge, Loading, Notice, Problem, Table, type Tone } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { type MailLink, maxDifferent, maxRead } from "./findLinks.js"
import styles from "./inbox.module.css"
import type { LinkProblem } from "./linkProblem.js"
import { useCheck } from "./useCheck.js"
import { useInboxTexts } from "./useInboxTexts.js"

/** Problems with which a link may still work for some. */
const mild: ReadonlySet<LinkProblem> = new Set(["insecure", "fragment", "scheme"])

const toneOf = (problem: LinkProblem): Tone => (mild.has(problem) ? "warn" : "bad")

/** The links of a mail as text, never to be followed, with what is wrong with each. */
export const Links = ({ content, id }: { readonly content: EmailContent; readonly id: string }) => {
  const texts = useInboxTexts()
  const { number } = useFormats()
  const check = useCheck("links", id, content)
  if (check.isPending) return <Loading />
  if (check.isError) return <Problem error={check.error} onRetry={() => void check.refetch()} />
  const { isCut, links, problems, total } = check.data
  const finding = ({ problem }: MailLink) => {
    if (problem === undefined) return <span class="muted">{texts.fine}</span>
    const [name, advice] = texts.linkProblems[problem]
    return (
      <div class={styles["finding"]}>
        <Badge tone={toneOf(problem)}>{name}</Badge>
        <span>{advice}</span>
      </div>
    )
  }
  return (
    <>
      {isCut ? (
        <Notice tone="warn">{texts.cutLinks(number(maxRead), number(maxDifferent))}</Notice>
      ) : null}
      {total === 0 ? (
        <p class="muted">{texts.noLinks}</p>
      ) : (
        <>
          <div>
            <p>
              <strong>
                {problems === 0
                  ? texts.linkGood(number(total))
                  : texts.linkCount(number(total), number(problems))}
              </strong>
              {links.length < total
                ? ` ${texts.linksShown(number(links.length), number(total))}`
                : ""}
            </p>
            <p class="muted">{texts.linksIntro}</p>
          </div>
          <div class={styles["links"]}>
            <Table
              label={texts.tabs.links}
              rows={links}
              keyOf={({ address, where }) => `${where} ${address}`}
              columns={[
                {
                  name: texts.link,
                  cell: ({ address, count, label }) => (
                    <div class={styles["link"]}>
                      {address.trim() === "" ? (
                        <span class="muted">{texts.noAddress}</span>
                      ) : (
                        <code>{address}</code>
                      )}
                      {label === "" && count === 1 ? null : (
                        <span class="muted">
                          {[label, ...(count === 1 ? [] : [texts.times(number(count))])]
                            .filter((part) => part !== "")
                            .join(" · ")}
                        </span>
                      )}
                    </div>
                  )
                },
                { name: texts.where, cell: ({ where }) => texts.whereOf[where] },
                { name: texts.finding, cell: finding }
              ]}
            />
          </div>
        </>
      )}
    </>
  )
}
