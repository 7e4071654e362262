import { useState } from "preact/hooks"
import { mountUrl } from "../Client/index.js"
import { Card, Code, Tabs } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { examplesOf } from "./examples.js"
import styles from "./overview.module.css"
import { useOverviewTexts } from "./useOverviewTexts.js"

const steps = [
  { to: "/api-keys", scope: "apikey:manage", name: "key", text: "keyText" },
  { to: "/domains", scope: "domain:write", name: "domain", text: "domainText" },
  { to: "/templates", scope: "template:manage", name: "template", text: "templateText" }
] as const

/** What to do where nothing was sent yet. */
export const FirstSteps = () => {
  const { first } = useOverviewTexts()
  const may = useMay()
  const [language, setLanguage] = useState<"shell" | "node">("shell")
  const examples = examplesOf(new URL("v1", mountUrl).href)
  const shown = steps.filter(({ scope }) => may(scope))
  return (
    <Card title={first.title}>
      <div class="stack">
        <p>{first.text}</p>
        <Tabs
          label={first.language}
          tabs={[
            ["shell", first.shell],
            ["node", first.node]
          ]}
          chosen={language}
          onChoose={setLanguage}
        >
          <div class={styles["example"]}>
            <Code text={examples[language]} what={first[language]} />
          </div>
        </Tabs>
        {shown.length === 0 ? null : (
          <ul class="columns">
            {shown.map(({ name, text, to }) => (
              <li key={to}>
                <Link to={to}>{first[name]}</Link>
                <p class="muted">{first[text]}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
