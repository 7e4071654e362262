import type { Template } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../../Client/index.js"
import { Loading, Page, Problem } from "../../Parts/index.js"
import { Link, useParams } from "../../Routing/index.js"
import { useTexts } from "../../Texts/index.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import { TemplateEditor } from "./TemplateEditor.js"

/** One template: what it says, how it looks, and what it was before. */
const TemplateEditorPage = () => {
  const { id } = useParams<{ readonly id: string }>()
  const shared = useTexts()
  const texts = useTemplateTexts()
  const template = useQuery<Template>({
    queryKey: ["templates", "get", id],
    queryFn: () => client.templates.get(id)
  })
  if (template.data !== undefined) return <TemplateEditor key={id} template={template.data} />
  return (
    <Page title={shared.pages.templates} description={<Link to="/templates">{texts.back}</Link>}>
      {template.isError ? (
        <Problem error={template.error} onRetry={() => void template.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

export default TemplateEditorPage
