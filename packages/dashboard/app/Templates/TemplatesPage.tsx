import type { TemplateSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { buttonClass, Empty, Loading, Page, Problem, SearchField, Select } from "../Parts/index.js"
import { Link, useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { TemplateCard } from "./TemplateCard.js"
import styles from "./templates.module.css"
import { useTemplateTexts } from "./useTemplateTexts.js"

const matches = (template: TemplateSummary, words: string): boolean => {
  const text = `${template.id} ${template.name} ${template.subject_template}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** All templates, with a search. */
const TemplatesPage = () => {
  const shared = useTexts()
  const texts = useTemplateTexts()
  const may = useMay()
  const { change, parameters } = useParameters()
  const search = parameters.get("q") ?? ""
  const state = parameters.get("state") ?? ""
  const templates = useQuery({
    queryKey: ["templates", "list"],
    queryFn: () => client.templates.list()
  })
  const create = may("template:manage") ? (
    <Link to="/templates/-/new" class={buttonClass({ look: "primary" })}>
      {texts.create}
    </Link>
  ) : undefined

  const list = (all: ReadonlyArray<TemplateSummary>) => {
    if (all.length === 0)
      return (
        <Empty title={texts.emptyTitle}>
          <p>{texts.empty}</p>
          {create}
        </Empty>
      )
    const shown = all.filter(
      (template) =>
        (state === "all" || template.active === (state !== "inactive")) && matches(template, search)
    )
    return (
      <>
        <div class={styles["filters"]} role="search">
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            searched={search}
            onSearch={(q, isFirst) => {
              change({ q }, isFirst)
            }}
          />
          <Select
            label={texts.state}
            value={state}
            onValue={(value) => {
              change({ state: value }, true)
            }}
            options={[
              ["", texts.active],
              ["inactive", texts.inactive],
              ["all", texts.all]
            ]}
          />
        </div>
        <p class="hidden" role="status">
          {texts.found(shown.length)}
        </p>
        {shown.length === 0 ? (
          <Empty title={texts.nothingFound} />
        ) : (
          <ul class={styles["grid"]}>
            {shown.map((template) => (
              <TemplateCard key={template.id} template={template} />
            ))}
          </ul>
        )}
      </>
    )
  }
  return (
    <Page
      title={shared.pages.templates}
      description={texts.intro}
      {...(templates.data?.data.length === 0 ? {} : { actions: create })}
    >
      {templates.isPending ? (
        <Loading />
      ) : templates.isError ? (
        <Problem error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        list(templates.data.data)
      )}
    </Page>
  )
}

export default TemplatesPage
