import type { StarterSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Loading, MailThumbnail, Page, Problem } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { type Beginning, blankOf, kinds } from "./beginnings.js"
import { CreateDialog } from "./CreateDialog.js"
import styles from "./templates.module.css"
import { useTemplateTexts } from "./useTemplateTexts.js"

interface Chosen {
  readonly from: string
  readonly name: string
  readonly load: () => Promise<Beginning>
}

const loadStarter = async (slug: string): Promise<Beginning> => {
  const { mjml_source, name, subject_template, variables } = await client.templates.starter(slug)
  return { name, subject_template, mjml_source, variables }
}

/** Begins a template: from nearly nothing, or from a starter. */
const NewTemplatePage = () => {
  const texts = useTemplateTexts()
  const [chosen, choose] = useState<Chosen>()
  const starters = useQuery({
    queryKey: ["templates", "starters"],
    queryFn: () => client.templates.starters(),
    staleTime: 60_000
  })

  const starter = ({ category, description, name, slug, thumbnail_html }: StarterSummary) => (
    <li class={styles["card"]} key={slug}>
      <MailThumbnail html={thumbnail_html} />
      <div class={styles["about"]}>
        <div class="spread">
          <h3 class={styles["name"]}>
            <button
              type="button"
              class={styles["cover"]}
              onClick={() => {
                choose({ from: name, name, load: () => loadStarter(slug) })
              }}
            >
              {name}
            </button>
          </h3>
          <span class="muted">{texts.categories[category] ?? category}</span>
        </div>
        <p class="muted">{description}</p>
      </div>
    </li>
  )
  return (
    <Page title={texts.create} description={<Link to="/templates">{texts.back}</Link>}>
      <h2>{texts.blank}</h2>
      <ul class={styles["blanks"]}>
        {kinds.map((kind) => (
          <li class={styles["card"]} key={kind}>
            <div class={styles["about"]}>
              <h3 class={styles["name"]}>
                <button
                  type="button"
                  class={styles["cover"]}
                  onClick={() => {
                    choose({
                      from: texts.kinds[kind],
                      name: "",
                      load: () => Promise.resolve(blankOf[kind])
                    })
                  }}
                >
                  {texts.kinds[kind]}
                </button>
              </h3>
              <p class="muted">{texts.kindHints[kind]}</p>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <h2>{texts.starters}</h2>
        <p class="muted">
          {texts.startersHint} <Link to="/brand">{texts.toBrand}</Link>
        </p>
      </div>
      {starters.isPending ? (
        <Loading />
      ) : starters.isError ? (
        <Problem error={starters.error} onRetry={() => void starters.refetch()} />
      ) : (
        <ul class={styles["grid"]}>{starters.data.data.map(starter)}</ul>
      )}
      {chosen === undefined ? null : (
        <CreateDialog
          {...chosen}
          onClose={() => {
            choose(undefined)
          }}
        />
      )}
    </Page>
  )
}

export default NewTemplatePage
