import type { TemplateSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, makeTurns } from "../Client/index.js"
import { Badge, MailThumbnail, Time } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import styles from "./templates.module.css"
import { useTemplateTexts } from "./useTemplateTexts.js"

/** A long list that is scrolled through doesn't ask for everything at once. */
const inTurn = makeTurns()

/** A template in the list, with a picture of what it compiled to. */
export const TemplateCard = ({ template }: { readonly template: TemplateSummary }) => {
  const { active, id, name, subject_template, updated_at, version } = template
  const texts = useTemplateTexts()
  const [isSeen, setSeen] = useState(false)
  const content = useQuery({
    queryKey: ["templates", "picture", id, version],
    queryFn: () => inTurn(async () => (await client.templates.version(id, version)).compiled_html),
    enabled: isSeen,
    staleTime: Infinity
  })
  return (
    <li class={styles["card"]}>
      <MailThumbnail
        html={content.data}
        onSeen={() => {
          setSeen(true)
        }}
      />
      <div class={styles["about"]}>
        <div class="spread">
          <h2 class={styles["name"]}>
            <Link to={`/templates/${encodeURIComponent(id)}`} class={styles["cover"] ?? ""}>
              {name}
            </Link>
          </h2>
          {active ? null : <Badge>{texts.inactive}</Badge>}
        </div>
        <p class="muted truncate">{subject_template}</p>
        <p class={styles["facts"]}>
          <code class="truncate">{id}</code>
          <span class="muted nowrap">
            {texts.version(version)}, <Time at={updated_at} relative />
          </span>
        </p>
      </div>
    </li>
  )
}
